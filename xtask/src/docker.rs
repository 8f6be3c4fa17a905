//! `cargo xtask docker`: the image and the stack, looked into, and tried by a game with a restart
//! in its middle.

mod inside;

use std::env;
use std::net::TcpListener;
use std::process::{Command, id};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};

use crate::clients;
use crate::command::{output, program, run as run_program, succeeds};
use crate::http::Server;
use crate::match_play::play;
use crate::tools::{self, Tool};

const IMAGE: &str = "halma-server:xtask";
const PATIENCE: Duration = Duration::from_secs(120);

/// How to build the image.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Passed on to `docker build`, after `--`
    #[arg(last = true)]
    build_args: Vec<String>,
}

/// Builds, starts, plays, restarts, checks and tears down.
pub(crate) fn run(options: &Options) -> Result<()> {
    tools::require(&[Tool::Python, Tool::Node, Tool::Npm], false)?;
    let clients = clients::install()?;

    println!("== build {IMAGE}");
    let begun = Instant::now();
    // The default of newer engines; older ones need to be told.
    let build_kit = env::var("DOCKER_BUILDKIT").unwrap_or_else(|_| "1".to_owned());
    let mut build = program("docker");
    build
        .args(["build", "--tag", IMAGE])
        .args(&options.build_args)
        .arg(".")
        .env("DOCKER_BUILDKIT", build_kit);
    run_program(&mut build)?;
    let bytes: f64 =
        output(program("docker").args(["image", "inspect", "--format", "{{.Size}}", IMAGE]))?
            .parse()?;
    println!(
        "built in {:.0} s, {:.0} MB",
        begun.elapsed().as_secs_f64(),
        bytes / 1e6
    );

    inside::check_image(IMAGE)?;

    let stack = Stack::new()?;
    let outcome = stack.try_out(&clients);
    if outcome.is_err() {
        println!("== log of the failed stack");
        run_program(stack.compose().args(["logs", "--tail=50"]))?;
    }
    outcome
}

/// A running copy of the compose file; it is taken down with its volumes when dropped.
struct Stack {
    compose: Vec<&'static str>,
    project: String,
    port: u16,
}

impl Stack {
    fn new() -> Result<Self> {
        let compose = if succeeds(program("docker").args(["compose", "version"])) {
            vec!["docker", "compose"]
        } else if succeeds(program("docker-compose").arg("version")) {
            vec!["docker-compose"]
        } else {
            bail!("neither `docker compose` nor `docker-compose` is there");
        };
        // Free now and taken in a moment: good enough for a trial.
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        Ok(Self {
            compose,
            project: format!("halma-xtask-{}", id()),
            port,
        })
    }

    fn compose(&self) -> Command {
        let mut command = program(self.compose[0]);
        command
            .args(&self.compose[1..])
            .args(["--project-name", &self.project]);
        command
            .env("HALMA_IMAGE", IMAGE)
            .env("HALMA_PORT", self.port.to_string());
        command
    }

    fn try_out(&self, clients: &clients::Clients) -> Result<()> {
        println!(
            "\n== start the stack {} on port {}",
            self.project, self.port
        );
        run_program(self.compose().args(["up", "--detach", "--no-build"]))?;
        let server = Server {
            address: format!("{}:{}", engine_host(), self.port),
        };
        self.wait_until_healthy(&server)?;
        let page = server.get("/")?;
        ensure!(page.contains("<html"), "the page is no HTML");
        println!("healthy; the page has {} bytes", page.len());

        let container = output(self.compose().args(["ps", "-q", "server"]))?;
        let exec = |words: &[&str]| {
            let mut exec = program("docker");
            exec.args(["exec", &container]).args(words);
            exec
        };
        let mut logs = self.compose();
        inside::check_container(&container, exec, logs.arg("logs"))?;

        println!("\n== play");
        play(&server, clients, || {
            println!("restarting the server");
            run_program(self.compose().args(["restart", "server"]))
        })?;
        self.wait_until_healthy(&server)
    }

    /// Waits for the server's readiness and for the engine to find the container healthy.
    fn wait_until_healthy(&self, server: &Server) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        let container = output(self.compose().args(["ps", "-q", "server"]))?;
        loop {
            let health = output(program("docker").args([
                "inspect",
                "--format",
                "{{.State.Health.Status}}",
                &container,
            ]))?;
            match server.get("/readyz") {
                Ok(_) if health == "healthy" => return Ok(()),
                Err(error) if Instant::now() > deadline => {
                    return Err(error.context(format!(
                        "the server did not become ready; docker says {health}"
                    )));
                }
                Ok(_) if Instant::now() > deadline => bail!("the container is {health}"),
                _ => sleep(Duration::from_millis(500)),
            }
        }
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        println!("\n== take the stack down");
        if let Err(error) =
            run_program(
                self.compose()
                    .args(["down", "--volumes", "--remove-orphans"]),
            )
        {
            eprintln!("{error:#}");
        }
    }
}

/// The machine the published port is on: the engine's, which need not be this one.
fn engine_host() -> String {
    let engine = env::var("DOCKER_HOST").unwrap_or_default();
    let remote = ["tcp://", "ssh://"]
        .iter()
        .find_map(|scheme| engine.strip_prefix(scheme));
    let host = remote.map(|rest| {
        let address = rest.rsplit_once('@').map_or(rest, |(_, address)| address);
        address
            .split([':', '/'])
            .next()
            .unwrap_or(address)
            .to_owned()
    });
    host.unwrap_or_else(|| "127.0.0.1".to_owned())
}
