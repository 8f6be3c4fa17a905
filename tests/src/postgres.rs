//! PostgreSQL: a database a test, on the cluster of `DATABASE_URL` or on one of our own.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use sqlx::{Connection, PgConnection};
use tokio::sync::OnceCell;
use uuid::Uuid;

use crate::port::free_port;

/// A database that is dropped with this value.
#[derive(Debug)]
pub(crate) struct Database {
    pub(crate) url: String,
    name: String,
    /// A database of the cluster from which this one can be dropped.
    admin: String,
}

/// The cluster all tests of this process share.
struct Shared {
    admin: String,
    _made: Option<Made>,
}

/// A running cluster that was made for us.
#[derive(Debug)]
pub(crate) struct Made {
    /// PostgreSQL's programs.
    pub(crate) bin: PathBuf,
    /// Where the cluster is.
    pub(crate) dir: PathBuf,
    /// Where it listens.
    pub(crate) port: u16,
    /// It ends the cluster when the pipe from us to it closes, however we end.
    keeper: Child,
}

impl Drop for Made {
    fn drop(&mut self) {
        // What the cluster lies on may go next.
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

impl Made {
    /// The address of the database every cluster has.
    pub(crate) fn admin(&self) -> String {
        format!("postgres://halma@127.0.0.1:{}/postgres", self.port)
    }
}

/// Makes a database.
pub(crate) async fn fresh() -> Database {
    static CLUSTER: OnceCell<Shared> = OnceCell::const_new();
    let cluster = CLUSTER.get_or_init(async || match env::var("DATABASE_URL") {
        Ok(admin) => Shared { admin, _made: None },
        Err(_) => {
            let made = tokio::task::spawn_blocking(|| make(&env::temp_dir())).await;
            let made = made.unwrap();
            Shared {
                admin: made.admin(),
                _made: Some(made),
            }
        }
    });
    on(cluster.await.admin.clone()).await
}

/// Makes a database on the cluster with this database.
pub(crate) async fn on(admin: String) -> Database {
    let name = format!("halma_{}", Uuid::new_v4().simple());
    run(&admin, &format!("CREATE DATABASE {name}")).await;
    Database {
        url: with_name(&admin, &name),
        name,
        admin,
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (admin, drop) = (
            self.admin.clone(),
            format!("DROP DATABASE {} WITH (FORCE)", self.name),
        );
        // A runtime cannot be waited for inside another.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime.unwrap().block_on(run(&admin, &drop));
        });
        assert!(
            dropped.join().is_ok() || std::thread::panicking(),
            "the database {} is left behind",
            self.name
        );
    }
}

async fn run(url: &str, sql: &str) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

/// The same address with another database's name.
fn with_name(url: &str, name: &str) -> String {
    let (address, options) = match url.split_once('?') {
        Some((address, options)) => (address, format!("?{options}")),
        None => (url, String::new()),
    };
    let host = address.find("://").map_or(0, |at| at + 3);
    let end = address[host..]
        .find('/')
        .map_or(address.len(), |at| host + at);
    format!("{}/{name}{options}", &address[..end])
}

/// Makes a cluster, says so, waits until its standard input closes, and leaves nothing behind.
/// It outlives signals meant for the tests, and the tests however they end.
const KEEPER: &str = r#"
trap '' HUP INT TERM
bin=$1 dir=$2 port=$3
"$bin/initdb" -D "$dir/data" -U halma -A trust -E UTF8 --no-sync >"$dir/log" 2>&1 &&
"$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w -t 120 -o "-p $port -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories= -c fsync=on -c max_connections=200" start >>"$dir/log" 2>&1 &&
echo ready || cat "$dir/log"
exec >/dev/null
read -r _
"$bin/pg_ctl" -D "$dir/data" -m immediate -w stop
rm -rf "$dir"
"#;

/// Makes a cluster in a folder below that one, and starts it.
pub(crate) fn make(below: &Path) -> Made {
    let bin = programs();
    let dir = tempfile::Builder::new()
        .prefix("halma-pg-")
        .tempdir_in(below)
        .unwrap()
        .keep();
    let port = free_port();
    let mut keeper = shell(&dir)
        .args(["-c", KEEPER, "keeper"])
        .args([&bin, &dir])
        .arg(port.to_string())
        .current_dir(&dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut lines = BufReader::new(keeper.stdout.take().unwrap()).lines();
    loop {
        match lines.next().transpose().unwrap() {
            Some(line) if line == "ready" => break,
            Some(line) => said += &format!("{line}\n"),
            None => panic!("PostgreSQL does not start:\n{said}"),
        }
    }
    Made {
        bin,
        dir,
        port,
        keeper,
    }
}

/// A shell that may run PostgreSQL in `dir`.
pub(crate) fn shell(dir: &Path) -> Command {
    if rustix::process::geteuid().is_root() {
        unprivileged(dir)
    } else {
        Command::new("sh")
    }
}

/// PostgreSQL refuses to run as root: a shell that runs as somebody else, to whom `dir` is given.
fn unprivileged(dir: &Path) -> Command {
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let ids = |name: &str| {
        let line = users
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(":x:"))?;
        let mut ids = line.split(':').map(|id| id.parse::<u32>());
        Some((ids.next()?.ok()?, ids.next()?.ok()?))
    };
    let (user, group) = ids("postgres").or_else(|| ids("nobody")).unwrap();
    chown(dir, Some(user), Some(group)).unwrap();
    let mut command = Command::new("setpriv");
    command
        .arg(format!("--reuid={user}"))
        .arg(format!("--regid={group}"))
        .args(["--clear-groups", "sh"]);
    command
}

/// The directory of PostgreSQL's server programs. Debian keeps it off the PATH, one for each version.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut numbered: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| {
            let dir = entry.ok()?.path();
            Some((dir.file_name()?.to_str()?.parse().ok()?, dir.join("bin")))
        })
        .collect();
    numbered.sort();
    let on_path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&on_path)
        .chain(numbered.into_iter().rev().map(|(_, dir)| dir))
        .find(|dir| dir.join("initdb").is_file() && dir.join("pg_ctl").is_file())
        .expect("PostgreSQL's initdb and pg_ctl are not here; `cargo xtask test --install` installs them")
}
