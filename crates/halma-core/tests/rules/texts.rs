//! Positions and wire types as text: what is refused, and where the fault is.

use halma_core::{
    Outcome, Path, Position, PositionError, Reason, Rules, Ruleset, Seat, SetupError, Square,
    Syntax,
};

fn parse(json: &str, text: &str) -> Result<Position, PositionError> {
    let ruleset: Ruleset = serde_json::from_str(json).unwrap();
    Position::parse(&Rules::new(ruleset).unwrap(), text)
}

#[test]
fn malformed_positions_are_refused_at_their_column() {
    let cases = [
        ("", 1, Syntax::Rows),
        ("8/8/8/8/8/8/8 w 0,0", 14, Syntax::Rows),
        ("8/8/8/8/8/8/8/8/8 w 0,0", 16, Syntax::Rows),
        ("8/8/8/8/8/8/8/7 w 0,0", 16, Syntax::RowTooShort),
        ("8/8/8/8/8/8/8/9 w 0,0", 15, Syntax::RowTooLong),
        ("8w/8/8/8/8/8/8/8 w 0,0", 2, Syntax::RowTooLong),
        ("08/8/8/8/8/8/8/8 w 0,0", 1, Syntax::Square),
        ("0w7/8/8/8/8/8/8/8 w 0,0", 1, Syntax::Square),
        ("w7/8/8/x7/8/8/8/8 w 0,0", 8, Syntax::Square),
        ("8/8/8/8/8/8/8/8", 16, Syntax::Rows),
        ("8/8/8/8/8/8/8/8 W 0,0", 17, Syntax::Seat),
        ("8/8/8/8/8/8/8/8  w 0,0", 17, Syntax::Seat),
        ("8/8/8/8/8/8/8/8 w", 18, Syntax::Made),
        ("8/8/8/8/8/8/8/8 w 0", 20, Syntax::Made),
        ("8/8/8/8/8/8/8/8 w 00,0", 19, Syntax::Made),
        ("8/8/8/8/8/8/8/8 w 0,", 21, Syntax::Made),
        ("8/8/8/8/8/8/8/8 w 0,99999999999", 21, Syntax::Made),
        ("8/8/8/8/8/8/8/8 w 0,0 ", 22, Syntax::End),
        ("8/8/8/8/8/8/8/8 w 0,0,0", 22, Syntax::End),
    ];
    for (text, column, problem) in cases {
        let expected = PositionError::Syntax { column, problem };
        assert_eq!(parse(r#"{"board":8}"#, text), Err(expected), "{text}");
        assert_eq!(expected.column(), Some(column));
    }
    // What follows a run is a piece or the row's end, so a second run reads as one number.
    let doubled = parse(r#"{"board":8}"#, "44/8/8/8/8/8/8/8 w 0,0");
    assert_eq!(
        doubled,
        Err(PositionError::Syntax {
            column: 1,
            problem: Syntax::RowTooLong
        })
    );
}

#[test]
fn arrangements_that_are_no_position_are_refused() {
    use SetupError as No;
    let two = r#"{"board":8}"#;
    let equal = r#"{"board":8,"equal_turns":true}"#;
    let marked = r#"{"board":8,"marked":true}"#;
    let three = r#"{"seats":3}"#;
    let partners = r#"{"seats":4,"teams":"both_armies"}"#;
    let eight = |row: &str, rest: &str| format!("{row}/8/8/8/8/8/8/8 {rest}");
    let sixteen = |row: &str, rest: &str| format!("{row}{} {rest}", "/16".repeat(15));
    let cases = [
        (two, eight("r7", "w 0,0"), No::NotInGame { seat: Seat::Red }),
        (two, eight("8", "u 0,0"), No::NotInGame { seat: Seat::Blue }),
        (two, eight("8", "w 0,0x"), No::TooFewSeats),
        (
            two,
            eight("8", "w 0x,0"),
            No::SeatIsOut { seat: Seat::White },
        ),
        (two, eight("8", "w 0h,0"), No::Decided),
        (
            two,
            eight("8", "w 1000000001,0"),
            No::TooManyTurns { seat: Seat::White },
        ),
        (
            two,
            eight("W7", "w 0,0"),
            No::MarkedWithoutRule {
                square: square("a8"),
            },
        ),
        (
            marked,
            eight("WW6", "w 0,0"),
            No::StrayMark {
                square: square("b8"),
            },
        ),
        (
            three,
            sixteen("16", "b 0,0x,0x"),
            No::SeatIsOut { seat: Seat::Black },
        ),
        (
            three,
            sixteen("15r", "w 0,0x,0"),
            No::SeatIsOut { seat: Seat::Red },
        ),
        (
            three,
            sixteen("rrrrrrrrrrrrrr2", "w 0,0,0"),
            No::TooManyPieces {
                seat: Seat::Red,
                most: 13,
            },
        ),
        (partners, sixteen("16", "w 0,0x,0,0"), No::TooFewSeats),
        (partners, sixteen("16", "w 0h,0,0h,0"), No::Decided),
    ];
    for (json, text, expected) in cases {
        assert_eq!(
            parse(json, &text),
            Err(PositionError::Setup(expected)),
            "{text}"
        );
    }
    for (json, text) in [
        (two, eight("8", "w 0,0")),
        (equal, eight("8", "w 7h,8h")),
        (marked, eight("Ww4bB", "b 0,0")),
        (three, sixteen("16", "b 0,0x,0")),
        (partners, sixteen("16", "u 9h,9h,8,8")),
    ] {
        assert_eq!(parse(json, &text).unwrap().to_string(), text);
    }
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

#[test]
fn wire_types_travel_as_their_text() {
    let path: Path = serde_json::from_str(r#""c14-e12-e10""#).unwrap();
    assert_eq!(serde_json::to_string(&path).unwrap(), r#""c14-e12-e10""#);
    assert_eq!(serde_json::to_string(&square("p16")).unwrap(), r#""p16""#);
    assert!(serde_json::from_str::<Path>(r#""c14--e12""#).is_err());
    assert!(serde_json::from_str::<Path>(r#"["c14"]"#).is_err());
    let outcome = Outcome::win(Seat::Red, Reason::MoveCap);
    let json = r#"{"winners":["red"],"reason":"move_cap"}"#;
    assert_eq!(serde_json::to_string(&outcome).unwrap(), json);
    assert_eq!(serde_json::from_str::<Outcome>(json).unwrap(), outcome);
    for reason in Reason::ALL {
        assert_eq!(reason.to_string().parse(), Ok(reason));
        assert_eq!(
            serde_json::to_string(&reason).unwrap(),
            format!("\"{reason}\"")
        );
    }
}

#[test]
fn schemas_tell_the_same_as_the_texts() {
    let schema = schemars::schema_for!(Ruleset).to_value();
    let properties = &schema["properties"];
    assert_eq!(properties.as_object().unwrap().len(), 11);
    assert_eq!(schema["additionalProperties"], false);
    assert!(
        schema.get("required").is_none(),
        "every option has a default"
    );
    assert_eq!(properties["camp_full_after"]["maximum"], 10_000);
    for name in properties.as_object().unwrap().keys() {
        assert!(
            properties[name]["description"].is_string(),
            "{name} is described"
        );
    }
    assert_eq!(
        schema["$defs"]["Board"]["enum"],
        serde_json::json!([16, 10, 8])
    );
    let path = schemars::schema_for!(Path).to_value();
    assert!(path["pattern"].as_str().unwrap().starts_with("^[a-p]"));
}
