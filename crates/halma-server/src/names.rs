//! Names: which are allowed, and which look alike.

use halma_protocol::{ErrorCode, ErrorMsg};
use unicode_normalization::UnicodeNormalization;
use unicode_security::{MixedScript, confusable_detection};

/// The longest name, in characters.
const LONGEST: usize = 24;

/// The shortest name of an account.
const SHORTEST: usize = 2;

/// What a player who has left is called.
pub(crate) const ANONYMOUS: &str = "Anonymous";

/// Names that would pass for somebody they are not; compared folded, digits at their end aside.
const RESERVED: [&str; 13] = [
    "admin",
    "administrator",
    "moderator",
    "system",
    "halma",
    "official",
    "staff",
    "support",
    "root",
    "guest",
    "anonymous",
    "computer",
    "deleted",
];

/// A name as it is shown: letters, digits, single spaces and a few marks, which cannot disturb a page.
pub(crate) fn shown(name: &str) -> Result<String, ErrorMsg> {
    let name: String = name.nfc().collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = (1..=LONGEST).contains(&name.chars().count());
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '\'' | '’');
    if fits && name.chars().all(plain) && name.chars().any(char::is_alphanumeric) {
        return Ok(name);
    }
    let text = "a name has 1 to 24 letters, digits, spaces or - _ . '";
    Err(ErrorMsg::new(ErrorCode::BadName, text).field("name"))
}

/// Whether a seat in a game from elsewhere, called so, is nobody's who is known.
pub(crate) fn is_nobodys(name: &str) -> bool {
    matches!(name.trim(), "" | "?" | ANONYMOUS)
}

/// A guest's own name: not one that is reserved, but a guest may be called one.
pub(crate) fn guest(name: &str) -> Result<String, ErrorMsg> {
    let name = shown(name)?;
    if folded(stem(&name)) != folded("guest") {
        not_reserved(&name)?;
    }
    Ok(name)
}

/// An account's name, and what it is compared by.
pub(crate) fn account(name: &str) -> Result<(String, String), ErrorMsg> {
    let name = shown(name)?;
    let bad = |text| Err(ErrorMsg::new(ErrorCode::BadName, text).field("name"));
    if name.chars().count() < SHORTEST {
        return bad("an account's name has 2 to 24 characters");
    }
    if !name.is_single_script() {
        return bad("a name is written in one script");
    }
    not_reserved(&name)?;
    let folded = folded(&name);
    Ok((name, folded))
}

/// What names are compared by: the same for names that can be taken for each other.
pub(crate) fn folded(name: &str) -> String {
    let plain: String = name.nfkc().flat_map(char::to_lowercase).collect();
    // What is alike only after folding, such as rn and m, is folded together; marks count for nothing.
    let skeleton: String = confusable_detection::skeleton(&plain).collect();
    skeleton
        .nfd()
        .flat_map(char::to_lowercase)
        .filter(|c| c.is_alphanumeric())
        // A capital I is an l to the eye, and to compare by it is an i.
        .map(|c| if c == 'i' { 'l' } else { c })
        .collect()
}

/// A name without the number at its end.
fn stem(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ')
}

fn not_reserved(name: &str) -> Result<(), ErrorMsg> {
    let meant = [folded(name), folded(stem(name))];
    if RESERVED
        .iter()
        .any(|reserved| meant.contains(&folded(reserved)))
    {
        let text = "this name is reserved";
        return Err(ErrorMsg::new(ErrorCode::BadName, text).field("name"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_short() {
        let kept = [
            ("Ada", "Ada"),
            ("  Õie   Mägi ", "Õie Mägi"),
            ("O'Neil-2", "O'Neil-2"),
        ];
        for (name, kept) in kept {
            assert_eq!(shown(name).unwrap(), kept);
        }
        for bad in [
            "",
            "   ",
            "<b>x</b>",
            "a\u{202e}b",
            "😀",
            "--",
            &"x".repeat(25),
        ] {
            assert!(shown(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn names_that_look_alike_are_one_name() {
        for (one, other) in [
            ("Ada", "ADA"),
            ("Ada", "a.d-a"),
            ("Ada", "Аdа"), // Cyrillic А and а
            ("lisa", "1isa"),
            ("lisa", "Iisa"),
            ("moon", "m00n"),
            ("modern", "modem"),
            ("José", "JOSÉ"),
        ] {
            assert_eq!(folded(one), folded(other), "{one} {other}");
        }
        assert_ne!(folded("Ada"), folded("Ida"));
    }

    #[test]
    fn some_names_are_nobodys() {
        for bad in [
            "Admin",
            "ADM1N",
            "Guest 0042",
            "H.a.l.m.a",
            "computer3",
            "Моderator",
        ] {
            assert!(account(bad).is_err(), "{bad}");
        }
        assert!(account("Аda").is_err(), "two scripts in one name");
        assert!(account("A").is_err());
        assert!(account("Адам").is_ok());
        assert!(guest("Admin").is_err());
        assert!(guest("A").is_ok() && guest("Guest 0042").is_ok());
    }
}
