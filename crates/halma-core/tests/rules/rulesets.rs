//! Rulesets: which are sound, how they are written, and the named ones.

use halma_core::{
    Board, DeadlineRule, HomeDeadline, PRESETS, Preset, Rules, Ruleset, RulesetError, RulesetSpec,
    Seat, Teams,
};

use crate::chance::Chance;

fn refusal(json: &str) -> RulesetError {
    Rules::new(serde_json::from_str(json).unwrap()).unwrap_err()
}

#[test]
fn unsound_rulesets_are_refused_by_what_clashes() {
    use RulesetError as No;
    let cases = [
        (r#"{"seats":1}"#, No::SeatsOutOfRange { seats: 1 }),
        (r#"{"seats":5}"#, No::SeatsOutOfRange { seats: 5 }),
        (
            r#"{"seats":3,"board":10}"#,
            No::SeatsOnSmallBoard {
                seats: 3,
                board: Board::Ten,
            },
        ),
        (
            r#"{"seats":4,"board":8}"#,
            No::SeatsOnSmallBoard {
                seats: 4,
                board: Board::Eight,
            },
        ),
        (r#"{"teams":"one_army"}"#, No::TeamsWithoutFour { seats: 2 }),
        (
            r#"{"teams":"both_armies","seats":3}"#,
            No::TeamsWithoutFour { seats: 3 },
        ),
        (
            r#"{"teams":"one_army","seats":4,"equal_turns":true}"#,
            No::EqualTurnsWithTeams,
        ),
        (
            r#"{"marked":true,"goal_lock":true}"#,
            No::MarkedWithGoalLock,
        ),
        (
            r#"{"first":"red"}"#,
            No::FirstNotSeated {
                first: Seat::Red,
                seats: 2,
            },
        ),
        (
            r#"{"first":"blue","seats":3}"#,
            No::FirstNotSeated {
                first: Seat::Blue,
                seats: 3,
            },
        ),
        (
            r#"{"camp_full_after":10001}"#,
            No::CampFullAfter { turns: 10_001 },
        ),
        (
            r#"{"home_deadline":{"moves":0,"then":"lose"}}"#,
            No::HomeDeadline { moves: 0 },
        ),
        (
            r#"{"home_deadline":{"moves":10001,"then":"lose"}}"#,
            No::HomeDeadline { moves: 10_001 },
        ),
        (r#"{"move_cap":0}"#, No::MoveCap { turns: 0 }),
        (r#"{"move_cap":10001}"#, No::MoveCap { turns: 10_001 }),
    ];
    for (json, expected) in cases {
        let error = refusal(json);
        assert_eq!(error, expected, "{json}");
        for option in error.options() {
            assert!(error.to_string().contains(option), "{error} names {option}");
        }
    }
    let edges =
        r#"{"camp_full_after":0,"home_deadline":{"moves":10000,"then":"lose"},"move_cap":1}"#;
    assert!(Rules::new(serde_json::from_str(edges).unwrap()).is_ok());
}

#[test]
fn only_what_differs_is_written() {
    let written = |ruleset: Ruleset| serde_json::to_string(&ruleset).unwrap();
    assert_eq!(written(Ruleset::default()), "{}");
    let standard = Preset::by_name("standard").unwrap().ruleset;
    assert_eq!(
        written(standard),
        r#"{"camp_full_after":90,"home_deadline":{"moves":90,"then":"must_leave"},"move_cap":400}"#
    );
    let mut chance = Chance::new(7);
    for _ in 0..1000 {
        let ruleset = chance.ruleset();
        assert_eq!(
            serde_json::from_str::<Ruleset>(&written(ruleset)).unwrap(),
            ruleset
        );
    }
}

#[test]
fn unknown_and_malformed_options_are_refused() {
    for json in [
        r#"{"bord":8}"#,
        r#"{"board":9}"#,
        r#"{"board":"8"}"#,
        r#"{"seats":-2}"#,
        r#"{"teams":"pairs"}"#,
        r#"{"home_deadline":{"moves":3}}"#,
        r#"{"home_deadline":{"moves":3,"then":"lose","else":1}}"#,
        r#"{"first":"green"}"#,
        r#"{"first":null}"#,
    ] {
        assert!(serde_json::from_str::<Ruleset>(json).is_err(), "{json}");
    }
    let nulls = r#"{"camp_full_after":null,"home_deadline":null,"move_cap":null}"#;
    assert_eq!(
        serde_json::from_str::<Ruleset>(nulls).unwrap(),
        Ruleset::default()
    );
}

#[test]
fn presets_are_sound_and_found_by_name_and_by_options() {
    let names = "standard standard-three standard-four standard-partners classic three four \
        partners partners-one-army paco brainking-8 brainking-10 grasshopper colour marked";
    assert!(
        PRESETS
            .iter()
            .map(|preset| preset.name)
            .eq(names.split_whitespace())
    );
    for preset in PRESETS {
        assert!(Rules::new(preset.ruleset).is_ok(), "{}", preset.name);
        assert_eq!(Preset::of(&preset.ruleset).unwrap().name, preset.name);
        let turned = Ruleset {
            first: Seat::Black,
            ..preset.ruleset
        };
        assert!(Preset::of(&turned).is_none());
        assert_eq!(Preset::whoever_begins(&turned).unwrap().name, preset.name);
        assert_eq!(
            Preset::by_name(preset.name).unwrap().ruleset,
            preset.ruleset
        );
        assert!(preset.description.ends_with('.') && preset.description.len() < 90);
    }
    let four = Preset::by_name("standard-partners").unwrap().ruleset;
    let limit = HomeDeadline {
        moves: 65,
        then: DeadlineRule::MustLeave,
    };
    assert_eq!(
        (four.teams, four.home_deadline),
        (Teams::BothArmies, Some(limit))
    );
    assert!(Preset::by_name("Classic").is_none());
}

#[test]
fn a_spec_is_a_name_or_a_record() {
    let read = |json: &str| serde_json::from_str::<RulesetSpec>(json);
    let grasshopper = Preset::by_name("grasshopper").unwrap().ruleset;
    assert_eq!(
        read(r#""grasshopper""#).unwrap().ruleset(),
        Some(grasshopper)
    );
    assert_eq!(read(r#"{"board":8}"#).unwrap().ruleset(), Some(grasshopper));
    assert_eq!(read(r#""leapfrog""#).unwrap().ruleset(), None);
    let error = read(r#"{"bord":8}"#).unwrap_err().to_string();
    assert!(error.contains("bord"), "{error}");
    let written = |ruleset: Ruleset| serde_json::to_string(&RulesetSpec::from(ruleset)).unwrap();
    assert_eq!(written(grasshopper), r#""grasshopper""#);
    assert_eq!(
        written(Ruleset {
            marked: true,
            ..grasshopper
        }),
        r#"{"board":8,"marked":true}"#
    );
}
