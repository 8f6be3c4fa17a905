//! Builds the options, the listener and the shutdown signal, and hands them to the library.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Parser;
use halma_server::admin::Wish;
use halma_server::config::{Command, Config, LogFormat, Stats, Task};
use halma_server::import::{self, Report};
use halma_server::store::{self, Duty, Lock, Place, Store};
use halma_server::{Parts, clock::Clock, probe::Probe, random::Random};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

/// Gives back to the system what unloaded rooms leave; the system's own allocator keeps it.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// How often an import shows how far it is.
const SHOW: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    let command = Command::parse();
    let done = match command.task {
        Some(Task::Healthcheck) => healthcheck(command.config.listen),
        Some(Task::Admin(wish)) => admin(command.config, &wish),
        Some(Task::Backup { file }) => backup(&command.config, &file),
        Some(Task::Import { file }) => import(&command.config, &file),
        Some(Task::Stats(Stats::Rebuild)) => rebuild(&command.config),
        None => serve(command.config),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("halma-server: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn serve(config: Config) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&config.log).context("--log is not understood")?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(io::stderr().is_terminal())
        .with_writer(io::stderr);
    match config.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    let listener = tokio::net::TcpListener::bind(config.listen)
        .await
        .with_context(|| format!("cannot listen on {}", config.listen))?;
    let parts = parts()?;
    println!("Halma is at {}", address(&config, listener.local_addr()?));
    halma_server::run(config, listener, parts, shutdown()?).await?;
    Ok(())
}

/// Has a wish of the host carried out.
#[tokio::main]
async fn admin(config: Config, wish: &Wish) -> anyhow::Result<()> {
    let parts = parts()?;
    let done = halma_server::admin::carry_out(&config, &parts, wish).await?;
    println!("{done}");
    Ok(())
}

/// Counts every game again.
#[tokio::main]
async fn rebuild(config: &Config) -> anyhow::Result<()> {
    let place = config.place();
    let serve = Lock::try_take(&place, Duty::Serve).await?;
    let serve = serve.context("a server runs on this data; stop it first")?;
    let count = match alone(&place).await {
        Ok(count) => count,
        Err(error) => {
            serve.release().await;
            return Err(error);
        }
    };
    let store = Store::open(&place, Probe::none(), &serve).await?;
    let recount = holding(serve, holding(count, store.recount())).await?;
    store.close().await;
    println!("{} games are counted", recount.games);
    for (table, rows) in recount.differed {
        match rows {
            0 => println!("{table}: agrees"),
            rows => println!("{table}: {rows} rows differed and are put right"),
        }
    }
    Ok(())
}

/// Copies the embedded database.
#[tokio::main]
async fn backup(config: &Config, file: &Path) -> anyhow::Result<()> {
    store::back_up(&config.place(), file).await?;
    println!("the database is copied to {}", file.display());
    Ok(())
}

/// Takes games in, and shows how far it is.
#[tokio::main]
async fn import(config: &Config, file: &Path) -> anyhow::Result<()> {
    let lines: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
        Box::new(BufReader::new(file))
    };
    let parts = parts()?;
    let place = config.place();
    let lock = alone(&place).await?;
    // A server may start meanwhile: its lock is held no longer than the tables need.
    let store = match Lock::try_take(&place, Duty::Serve).await? {
        Some(serve) => {
            let store = Store::open(&place, Probe::none(), &serve).await?;
            serve.release().await;
            store
        }
        None => Store::open_beside(&place, Probe::none()).await?,
    };
    let begun = Instant::now();
    let mut shown = begun;
    let done = import::run(
        &store,
        &parts.clock,
        &parts.random,
        lines,
        |report| match report {
            Report::Refused(line, why) => eprintln!("line {line}: {why}"),
            Report::Progress(progress) if shown.elapsed() >= SHOW => {
                shown = Instant::now();
                eprintln!(
                    "{} lines read, {} games stored",
                    progress.lines, progress.games
                );
            }
            Report::Progress(_) => {}
        },
    );
    let progress = holding(lock, done).await?;
    store.close().await;
    println!(
        "{} games stored, {} lines refused, in {:.1} s",
        progress.games,
        progress.refused,
        begun.elapsed().as_secs_f64()
    );
    anyhow::ensure!(progress.refused == 0, "some lines were refused");
    Ok(())
}

/// The lock of whoever takes games in or counts them again.
async fn alone(place: &Place) -> anyhow::Result<Lock> {
    let lock = Lock::try_take(place, Duty::Count).await?;
    lock.context("games are being taken in or counted on this data; wait until that is done")
}

/// Works for as long as the lock is held.
async fn holding<T, E: Into<anyhow::Error>>(
    mut lock: Lock,
    work: impl Future<Output = Result<T, E>>,
) -> anyhow::Result<T> {
    tokio::select! {
        done = work => {
            lock.release().await;
            done.map_err(Into::into)
        }
        () = lock.lost() => anyhow::bail!("the database's lock is lost; run it again"),
    }
}

/// Time and randomness as they are.
fn parts() -> anyhow::Result<Parts> {
    Ok(Parts {
        clock: Clock::system(),
        random: Random::system().context("the system has no randomness")?,
        probe: Probe::none(),
    })
}

/// Where a person on this machine finds the page.
fn address(config: &Config, listening: SocketAddr) -> String {
    match &config.public_url {
        Some(url) => url.clone(),
        None if listening.ip().is_unspecified() => format!("http://localhost:{}", listening.port()),
        None => format!("http://{listening}"),
    }
}

/// Cancelled by SIGTERM or Ctrl-C.
fn shutdown() -> anyhow::Result<CancellationToken> {
    let token = CancellationToken::new();
    for kind in [SignalKind::terminate(), SignalKind::interrupt()] {
        let mut signal = signal(kind)?;
        let token = token.clone();
        tokio::spawn(async move {
            signal.recv().await;
            token.cancel();
        });
    }
    Ok(token)
}

/// Asks `/healthz` on the listening port, by hand: a container has no other client.
fn healthcheck(listen: SocketAddr) -> anyhow::Result<()> {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let timeout = Duration::from_secs(2);
    let mut stream = TcpStream::connect_timeout(&SocketAddr::new(ip, listen.port()), timeout)?;
    stream.set_read_timeout(Some(timeout))?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(4096).read_to_string(&mut answer)?;
    anyhow::ensure!(
        answer.starts_with("HTTP/1.1 200"),
        "not healthy: {}",
        answer.lines().next().unwrap_or("")
    );
    Ok(())
}
