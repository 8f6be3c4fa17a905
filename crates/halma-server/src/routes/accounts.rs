//! Accounts: made, changed, given up; and the players others look up.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use halma_protocol::{
    AccountMade, ChangeMe, ChangePassword, Confirm, CookieQuery, ErrorCode, NewAccount, PlayerId,
    PlayerInfo, PlayerKind, PlayerRef, PlayersQuery, RecoveryCodes,
};

use super::body::{Body, Params, Target};
use super::caller::{Known, MaybeWho};
use super::origin::{Address, OwnPage};
use super::problem::Refusal;
use super::sessions;
use super::{Serving, Site, cookie, guests};
use crate::auth::{self, Who};
use crate::live::Live;
use crate::store::{AccountRow, Claimed, PlayerRow};
use crate::{names, naming, passwords};

/// The most players one search finds.
const FOUND: u32 = 20;

pub(crate) async fn create(
    State(site): State<Site>,
    Serving(live): Serving,
    MaybeWho(caller): MaybeWho,
    page: Result<OwnPage, Refusal>,
    Params(CookieQuery { cookie }): Params<CookieQuery>,
    Body(wish): Body<NewAccount>,
) -> Result<Response, Refusal> {
    if cookie {
        page?;
    }
    let (name, folded) = names::account(&wish.name)?;
    passwords::check(&wish.password, &name)?;
    let label = sessions::label(wish.label.as_deref())?;
    if caller
        .as_ref()
        .is_some_and(|who| who.player.kind != PlayerKind::Guest)
    {
        let text = "you have an account already; log out first";
        return Err(Refusal::new(ErrorCode::NotForYou, text));
    }
    // Names that are taken need no work; two who ask at once are told apart below.
    if live.store.account(&folded).await?.is_some() {
        return Err(guests::name_taken());
    }
    let password = live
        .passwords
        .hash(wish.password, live.random.bytes())
        .await?;
    let (recovery_codes, codes) = new_codes(&live);
    let now = live.clock.now();
    let id = caller.as_ref().map_or_else(|| live.random.id(now), Who::id);
    let draft = Draft {
        player: PlayerRow {
            id,
            name: name.clone(),
        },
        folded,
        password,
        codes,
    };
    let secret = if caller.is_some() {
        draft.promote(&live).await?;
        None
    } else {
        Some(draft.add(&live, label, now).await?)
    };
    let made = |token| AccountMade {
        player: PlayerInfo {
            id,
            name,
            kind: PlayerKind::Account,
            bot: false,
            created: caller.map_or(now, |who| who.player.created),
        },
        recovery_codes,
        token,
    };
    match secret {
        Some(secret) if cookie => {
            sessions::with_cookie(StatusCode::CREATED, &secret, &site, Json(made(None)))
        }
        secret => Ok((StatusCode::CREATED, Json(made(secret))).into_response()),
    }
}

/// An account that is about to be made.
struct Draft {
    player: PlayerRow,
    folded: String,
    password: String,
    codes: Vec<[u8; 32]>,
}

impl Draft {
    /// Makes a new player of it; gives the secret of its token.
    async fn add(self, live: &Live, label: &str, now: i64) -> Result<String, Refusal> {
        let (secret, token) = sessions::fresh(live, label, false);
        let account = Some(&self.account());
        let made = live.store.add_player(&self.player, account, &token, now);
        claim(made.await?)?;
        Ok(secret)
    }

    /// Makes a guest the account, whose name is then shown wherever the guest is known.
    async fn promote(self, live: &Arc<Live>) -> Result<(), Refusal> {
        let naming = Arc::clone(live);
        let promoted = async move {
            let promoted = naming.store.promote(&self.player, &self.account()).await?;
            naming::shown(&naming, self.player.id).await;
            Ok(promoted)
        };
        claim(live.to_the_end(promoted).await?)
    }

    fn account(&self) -> AccountRow<'_> {
        AccountRow {
            folded: &self.folded,
            password: &self.password,
            codes: &self.codes,
        }
    }
}

fn claim(claimed: Claimed) -> Result<(), Refusal> {
    match claimed {
        Claimed::Done => Ok(()),
        Claimed::NameTaken => Err(guests::name_taken()),
        Claimed::WrongKind => {
            let text = "this player has become another kind of player meanwhile";
            Err(Refusal::new(ErrorCode::NotForYou, text))
        }
    }
}

/// New recovery codes, and what is stored of them.
fn new_codes(live: &Live) -> (Vec<String>, Vec<[u8; 32]>) {
    let codes = auth::new_codes(&live.random);
    let hashes = codes.iter().map(|code| auth::code_hash(code)).collect();
    (codes, hashes)
}

async fn info(live: &Live, id: uuid::Uuid) -> Result<PlayerInfo, Refusal> {
    let row = live.store.person(id).await?;
    row.map(PlayerInfo::from).ok_or_else(no_such_player)
}

pub(super) fn no_such_player() -> Refusal {
    Refusal::new(ErrorCode::NotFound, "there is no such player")
}

pub(crate) async fn me(Known(who): Known) -> Json<PlayerInfo> {
    Json(who.player)
}

/// A guest's new name, or an account that says it is a bot.
pub(crate) async fn change(
    Serving(live): Serving,
    Known(who): Known,
    Body(wish): Body<ChangeMe>,
) -> Result<Json<PlayerInfo>, Refusal> {
    let refused = |text| Err(Refusal::new(ErrorCode::NotForYou, text));
    // Everything that may be refused comes before anything is changed.
    match wish {
        ChangeMe { name: Some(_), .. } if who.has_account() => {
            return refused("an account keeps its name; the host can change it");
        }
        ChangeMe {
            bot: Some(true), ..
        } if !who.has_account() => {
            return refused("only an account can be a bot's");
        }
        ChangeMe {
            bot: Some(false), ..
        } if who.player.bot => {
            return refused("a bot stays a bot; make another account");
        }
        ChangeMe { name, bot } => {
            if let Some(name) = name {
                rename(&live, who.id(), &name).await?;
            }
            if bot == Some(true) && !live.store.mark_bot(who.id()).await? {
                let text =
                    "this account plays rated games as a person; make another for the program";
                return Err(Refusal::new(ErrorCode::RatedAlready, text));
            }
        }
    }
    Ok(Json(info(&live, who.id()).await?))
}

/// Gives a guest another name.
async fn rename(live: &Arc<Live>, guest: PlayerId, name: &str) -> Result<(), Refusal> {
    let name = guests::free(live, name).await?;
    let naming = Arc::clone(live);
    let renamed = async move {
        let claimed = naming.store.rename(guest, &name, None).await?;
        naming::shown(&naming, guest).await;
        Ok(claimed)
    };
    claim(live.to_the_end(renamed).await?)
}

/// Another password; every other session ends.
pub(crate) async fn change_password(
    Serving(live): Serving,
    Known(who): Known,
    Address(address): Address,
    Body(wish): Body<ChangePassword>,
) -> Result<StatusCode, Refusal> {
    account_only(&who)?;
    passwords::check(&wish.new, &who.player.name)?;
    confirm(&live, &who, address, Some(wish.old)).await?;
    let hash = live.passwords.hash(wish.new, live.random.bytes()).await?;
    live.store.set_password(who.id(), &hash, who.token).await?;
    live.sockets.revoke_all(who.id(), Some(who.token));
    Ok(StatusCode::NO_CONTENT)
}

/// New recovery codes instead of the old ones.
pub(crate) async fn renew_codes(
    Serving(live): Serving,
    Known(who): Known,
    Address(address): Address,
    Body(wish): Body<Confirm>,
) -> Result<Json<RecoveryCodes>, Refusal> {
    account_only(&who)?;
    confirm(&live, &who, address, wish.password).await?;
    let (recovery_codes, hashes) = new_codes(&live);
    live.store.set_codes(who.id(), &hashes).await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Gives the account up: its games stay, its name does not.
pub(crate) async fn delete(
    State(site): State<Site>,
    Serving(live): Serving,
    Known(who): Known,
    Address(address): Address,
    Body(wish): Body<Confirm>,
) -> Result<Response, Refusal> {
    confirm(&live, &who, address, wish.password).await?;
    let leaving = Arc::clone(&live);
    let left = async move {
        naming::forget(&leaving, who.id()).await?;
        naming::shown(&leaving, who.id()).await;
        Ok(())
    };
    live.to_the_end(left).await?;
    Ok((StatusCode::NO_CONTENT, cookie::set(None, &site)?).into_response())
}

fn account_only(who: &Who) -> Result<(), Refusal> {
    if who.has_account() {
        return Ok(());
    }
    let text = "only an account has a password and recovery codes";
    Err(Refusal::new(ErrorCode::NotForYou, text))
}

/// Asks once more for the password; a guest has none.
async fn confirm(
    live: &Live,
    who: &Who,
    address: std::net::IpAddr,
    password: Option<String>,
) -> Result<(), Refusal> {
    if !who.has_account() {
        return Ok(());
    }
    let password = password.unwrap_or_default();
    let account = sessions::verified(live, address, &who.player.name, password).await?;
    if account.id == who.id() {
        Ok(())
    } else {
        Err(no_such_player())
    }
}

pub(crate) async fn get(
    Serving(live): Serving,
    Target(player): Target,
) -> Result<Json<PlayerInfo>, Refusal> {
    Ok(Json(info(&live, player).await?))
}

/// Accounts whose names begin so.
pub(crate) async fn search(
    Serving(live): Serving,
    Params(query): Params<PlayersQuery>,
) -> Result<Json<Vec<PlayerInfo>>, Refusal> {
    let folded = names::folded(&query.name);
    if folded.is_empty() {
        return Ok(Json(Vec::new()));
    }
    let rows = live.store.accounts(&folded, FOUND).await?;
    Ok(Json(rows.into_iter().map(PlayerInfo::from).collect()))
}

pub(crate) async fn blocks(
    Serving(live): Serving,
    Known(who): Known,
) -> Result<Json<Vec<PlayerRef>>, Refusal> {
    let rows = live.store.blocked_by(who.id()).await?;
    let shown = rows
        .into_iter()
        .map(|PlayerRow { id, name }| PlayerRef { id, name });
    Ok(Json(shown.collect()))
}

pub(crate) async fn block(
    Serving(live): Serving,
    Known(who): Known,
    Target(player): Target,
) -> Result<StatusCode, Refusal> {
    if player == who.id() || live.store.player(player).await?.is_none() {
        return Err(no_such_player());
    }
    let now = live.clock.now();
    live.store.block(who.id(), player, Some(now)).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn unblock(
    Serving(live): Serving,
    Known(who): Known,
    Target(player): Target,
) -> Result<StatusCode, Refusal> {
    live.store.block(who.id(), player, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
