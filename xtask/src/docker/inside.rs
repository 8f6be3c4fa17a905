//! What the image and the running container are let have, asked of the engine and from inside.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::command::{output, program};

/// The user the server runs as, and its group.
const USER: &str = "10001:10001";

/// What the image's environment holds, by name.
const VARIABLES: [&str; 3] = ["PATH", "HALMA_LISTEN", "HALMA_DATA_DIR"];

/// Files that hold secrets, or what the image was made of; certificates of public authorities are
/// neither.
const SECRETS: &str = "find / -xdev ( -path /etc/ssl/certs -o -path /usr/lib/ssl ) -prune -o \
    ( -name .env* -o -name .git -o -name *.pem -o -name *.key -o -name id_* -o -name *.db \
    -o -name *.rs ) -print";

/// What the compose file's passwords are if nobody has set them.
const PASSWORD: &str = "halma-local-only";

/// The image holds the server and nothing that was not meant for it.
pub(crate) fn check_image(image: &str) -> Result<()> {
    let environment = inspect(image, "{{range .Config.Env}}{{println .}}{{end}}")?;
    for line in environment.lines().filter(|line| !line.is_empty()) {
        let name = line.split('=').next().unwrap_or(line);
        ensure!(VARIABLES.contains(&name), "the image sets {name}");
    }
    let user = inspect(image, "{{.Config.User}}")?;
    ensure!(user == "halma", "the image runs as {user:?}");
    let mut find = program("docker");
    find.args(["run", "--rm", "--user", "0", "--entrypoint", "find", image]);
    find.args(SECRETS.split_whitespace().skip(1));
    let found = output(&mut find)?;
    ensure!(found.is_empty(), "the image holds\n{found}");
    println!("the image holds the server and no secrets");
    Ok(())
}

/// The container of the stack can do no more than serve. `exec` runs a program in it, `logs` gives
/// what all of the stack has logged.
pub(crate) fn check_container(
    container: &str,
    exec: impl Fn(&[&str]) -> Command,
    logs: &mut Command,
) -> Result<()> {
    for (what, asked, wanted) in [
        ("root file system", "{{.HostConfig.ReadonlyRootfs}}", "true"),
        ("capabilities", "{{.HostConfig.CapDrop}}", "[ALL]"),
        (
            "privileges",
            "{{.HostConfig.SecurityOpt}}",
            "[no-new-privileges:true]",
        ),
        ("privileged mode", "{{.HostConfig.Privileged}}", "false"),
    ] {
        let is = inspect(container, asked)?;
        ensure!(is == wanted, "{what}: {is}");
    }
    let ids = output(&mut exec(&["sh", "-c", "echo $(id -u):$(id -g)"]))?;
    ensure!(ids == USER, "the server runs as {ids}");
    let write = "touch /x /usr/x /usr/local/bin/halma-server 2>/dev/null; ls -d /x /usr/x 2>/dev/null; true";
    let written = output(&mut exec(&["sh", "-c", write]))?;
    ensure!(written.is_empty(), "{written} could be written");
    let rights = output(&mut exec(&["grep", "CapEff", "/proc/1/status"]))?;
    ensure!(rights.ends_with("0000000000000000"), "{rights}");
    let logged = output(logs)?;
    ensure!(!logged.contains(PASSWORD), "a password is in the log");
    println!("the server has no rights, nowhere to write, and logs no password");
    Ok(())
}

fn inspect(what: &str, format: &str) -> Result<String> {
    output(program("docker").args(["inspect", "--format", format, what]))
}
