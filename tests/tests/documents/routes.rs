//! openapi.json names every REST address of the server and every method of it, and no other; and
//! the server gives the documents to whoever asks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use halma_tests::{Data, Engine, Server};
use http::{Method, StatusCode, header};
use serde_json::Value;
use tokio::process::Command;

use crate::clients::source;
use crate::tools::{given, run};

const SOURCE: &str = include_str!("../../../crates/halma-server/src/routes.rs");
const OPENAPI: &str = include_str!("../../../proto-docs/openapi.json");

/// Addresses that are not REST: the page, the documents, the socket and what is nowhere.
const OTHERS: [&str; 7] = [
    "/api/{*nothing}",
    "/ws",
    "/docs",
    "/docs/",
    "/docs/{*file}",
    "/",
    "/{hash}/{*path}",
];

/// Every address the router is given, as its source has them.
fn routed() -> BTreeSet<String> {
    let (rest, others) = SOURCE.split_once(".nest(\"/api\", api)").unwrap();
    let paths = |source: &'static str| {
        let calls = source.split(".route(").skip(1);
        calls.map(|call| call.split('"').nth(1).unwrap())
    };
    let api = paths(rest).map(|path| format!("/api{path}"));
    let all = api.chain(paths(others).map(str::to_owned));
    all.filter(|path| !OTHERS.contains(&path.as_str()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_is_in_the_document() {
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    let documented: BTreeMap<String, BTreeSet<String>> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            (
                path.clone(),
                methods.map(|method| method.to_uppercase()).collect(),
            )
        })
        .collect();
    assert_eq!(
        documented.keys().cloned().collect::<BTreeSet<_>>(),
        routed()
    );

    // The server itself says which methods an address has.
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    for (path, methods) in documented {
        let part = |part: &str| match part.starts_with('{') {
            true => "019b76da-a800-7c41-9d2e-5f0c8f1e2a30".to_owned(),
            false => part.to_owned(),
        };
        let asked = path.split('/').map(part).collect::<Vec<_>>().join("/");
        let answer = server.http().send(Method::TRACE, &asked, &[], "").await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        let allowed = answer.headers[header::ALLOW].to_str().unwrap().split(',');
        let allowed: BTreeSet<_> = allowed
            .filter(|method| *method != "HEAD")
            .map(str::to_owned)
            .collect();
        assert_eq!(allowed, methods, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_gives_its_documents() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let page = server.http().get("/docs").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.body
            .contains("<h1 id=\"the-halma-protocol-version-1\">"),
        "{}",
        page.body
    );
    let policy = page.headers[header::CONTENT_SECURITY_POLICY]
        .to_str()
        .unwrap();
    assert!(
        policy.contains("default-src 'self'") && !policy.contains("unsafe"),
        "{policy}"
    );
    for asset in page
        .body
        .split(['"'])
        .filter(|text| text.ends_with(".css") || text.ends_with(".js"))
    {
        assert_eq!(
            server.http().get(asset).await.status,
            StatusCode::OK,
            "{asset}"
        );
    }
    for (name, kind) in [
        ("openapi.json", "application/json"),
        ("asyncapi.yaml", "application/yaml"),
        ("schemas/client.json", "application/json"),
        ("schemas/server.json", "application/json"),
        ("PROTOCOL.md", "text/markdown; charset=utf-8"),
    ] {
        let answer = server.http().get(&format!("/docs/{name}")).await;
        assert_eq!(answer.headers[header::CONTENT_TYPE], kind, "{name}");
        assert_eq!(
            answer.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN],
            "*",
            "{name}"
        );
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../proto-docs/");
        let written = std::fs::read_to_string(format!("{file}{name}")).unwrap();
        assert!(answer.body == written, "{name} is served as it was");
    }
    assert_eq!(server.http().get("/docs/").await.body, page.body);
    assert_eq!(
        server
            .http()
            .get("/docs/secrets.txt")
            .await
            .problem()
            .status,
        404
    );
}

/// Unpacks what is at an address.
const UNPACK: &str = "import sys, tarfile, urllib.request
tarfile.open(fileobj=urllib.request.urlopen(sys.argv[1]), mode='r|gz').extractall()";

/// Pages about the clients, the clients' files, and each client as an archive with all of them.
#[tokio::test(flavor = "multi_thread")]
async fn the_server_gives_the_clients_away() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    for (page, heading) in [
        ("/docs/clients", "Clients"),
        ("/docs/clients/python/", "halma-client for Python"),
        ("/docs/transcripts/", "Transcripts"),
    ] {
        let page = server.http().get(page).await;
        assert_eq!(
            page.headers[header::CONTENT_TYPE],
            "text/html; charset=utf-8"
        );
        assert!(
            page.body.contains(&format!(">{heading}</h1>")),
            "{}",
            page.body
        );
    }
    for (name, module, kind) in [
        ("js", "halma-client.mjs", "text/javascript; charset=utf-8"),
        (
            "python",
            "halma_client/client.py",
            "text/plain; charset=utf-8",
        ),
    ] {
        let answer = server
            .http()
            .get(&format!("/docs/clients/{name}/{module}"))
            .await;
        assert_eq!(answer.headers[header::CONTENT_TYPE], kind);
        assert_eq!(answer.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
        let source = source(name);
        assert_eq!(
            answer.body,
            fs::read_to_string(source.join(module)).unwrap()
        );

        let folder = tempfile::tempdir().unwrap();
        let archive = format!("{}/docs/clients/{name}.tar.gz", server.url());
        let mut unpack = Command::new(given("HALMA_TEST_PYTHON"));
        unpack
            .args(["-c", UNPACK, &archive])
            .current_dir(folder.path());
        run(unpack).await;
        let unpacked = folder.path().join("halma-client");
        assert_eq!(contents(&unpacked), contents(&source));
        // No wheel can be made of older files.
        let written = fs::metadata(unpacked.join("README.md")).unwrap().modified();
        assert!(written.unwrap() > UNIX_EPOCH + Duration::from_secs(10 * 366 * 86_400));
    }
}

/// Every file below a folder but what installers and interpreters leave there.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            match path.is_dir() {
                true if ["node_modules", "__pycache__"].contains(&name)
                    || name.starts_with('.') => {}
                true => folders.push(path),
                false => {
                    let within = path.strip_prefix(folder).unwrap().to_owned();
                    found.insert(within, fs::read(path).unwrap());
                }
            }
        }
    }
    found
}
