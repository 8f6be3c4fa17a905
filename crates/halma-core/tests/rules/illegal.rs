//! Every way a path can be refused, with the hop at fault.

use halma_core::{IllegalMove, PlayError, Position, Preset, Rules, Ruleset};

fn rules(json: &str) -> Rules {
    Rules::new(serde_json::from_str::<Ruleset>(json).unwrap()).unwrap()
}

/// What becomes of a path on a board of 8 with a white piece on a8 and some company.
///
/// ```text
/// 8 w b . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . b . . . .
/// 4 . . w . . . . .
/// 3 . . . w . . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . b
/// ```
fn refusal(path: &str) -> Option<IllegalMove> {
    let rows = "wb6/8/8/3b4/2w5/3w4/8/7b";
    let position = Position::parse(&rules(r#"{"board":8}"#), &format!("{rows} w 5,5")).unwrap();
    position.play(&path.parse().unwrap()).err()
}

#[test]
fn hops_are_refused_by_name_and_number() {
    use IllegalMove as No;
    let cases = [
        ("a8", Some(No::TooShort)),
        ("i9-h8", Some(No::OffBoard { hop: 0 })),
        ("c4-e2-i2", Some(No::OffBoard { hop: 2 })),
        ("a1-a2", Some(No::NoPiece)),
        ("b8-c8", Some(No::NotYourPiece)),
        ("c4-d5", Some(No::Occupied { hop: 1 })),
        ("c4-c4", Some(No::Visited { hop: 1 })),
        ("c4-e2-c4", Some(No::Visited { hop: 2 })),
        ("c4-c7", Some(No::NotAdjacent { hop: 1 })),
        ("c4-d6", Some(No::NotAdjacent { hop: 1 })),
        ("c4-e2-h5", Some(No::NotAdjacent { hop: 2 })),
        ("c4-c6", Some(No::NothingToJump { hop: 1 })),
        ("c4-e2-e4", Some(No::NothingToJump { hop: 2 })),
        ("c4-b4-b5", Some(No::StepAndJumpMixed { hop: 2 })),
        ("c4-b4-b6", Some(No::StepAndJumpMixed { hop: 2 })),
        ("c4-e2-f2", Some(No::StepAndJumpMixed { hop: 2 })),
        ("c4-b4", None),
        ("c4-e2", None),
        ("a8-c8", None),
    ];
    for (path, expected) in cases {
        assert_eq!(refusal(path), expected, "{path}");
    }
}

#[test]
fn colours_bind_pieces_to_their_kind() {
    let rules = rules(r#"{"board":8,"movement":"colour"}"#);
    // On a board of 8 white's dark squares are those of a8: c4 is one, c5 is not.
    let position = Position::parse(&rules, "8/8/8/2wb4/2wb4/8/8/8 w 5,5").unwrap();
    let refusal = |path: &str| position.play(&path.parse().unwrap()).err();
    for path in ["c4-b4", "c4-e4", "c4-e6", "c5-b4", "c5-b5", "c5-e3"] {
        assert_eq!(
            refusal(path),
            Some(IllegalMove::WrongKind { hop: 1 }),
            "{path}"
        );
    }
    assert_eq!(refusal("c4-b3"), None);
    assert_eq!(refusal("c5-e5"), None);
    assert_eq!(refusal("c5-e5-c3"), Some(IllegalMove::WrongKind { hop: 2 }));
}

#[test]
fn a_locked_goal_lets_nothing_out() {
    let rules = rules(r#"{"board":8,"goal_lock":true}"#);
    // White's goal is the corner of h1, and g3 and h3 belong to it.
    let position = Position::parse(&rules, "8/8/8/6w1/6b1/5b1w/8/8 w 5,5").unwrap();
    let refusal = |path: &str| position.play(&path.parse().unwrap()).err();
    assert_eq!(refusal("h3-g2"), None);
    assert_eq!(refusal("h3-h4"), None);
    assert_eq!(refusal("h3-f5"), Some(IllegalMove::GoalLocked { hop: 1 }));
    assert_eq!(refusal("g5-g3"), None);
    assert_eq!(
        refusal("g5-g3-e3"),
        Some(IllegalMove::GoalLocked { hop: 2 })
    );
}

#[test]
fn a_late_seat_must_leave_home() {
    let rules = rules(r#"{"board":8,"home_deadline":{"moves":5,"then":"must_leave"}}"#);
    let refusal = |rows: &str, made: &str, path: &str| {
        let position = Position::parse(&rules, &format!("{rows} w {made},5")).unwrap();
        position.play(&path.parse().unwrap()).err()
    };
    let near = "8/8/1w6/5w2/8/8/8/7b";
    assert_eq!(refusal(near, "4", "f5-f4"), None);
    assert_eq!(refusal(near, "5", "f5-f4"), Some(IllegalMove::MustLeave));
    assert_eq!(refusal(near, "5", "b6-b7"), Some(IllegalMove::MustLeave));
    assert_eq!(
        refusal(near, "5", "b6-b4"),
        Some(IllegalMove::NothingToJump { hop: 1 })
    );
    assert_eq!(refusal(near, "5", "b6-c6"), None);
    // Nothing outside is in reach from b8, so going farther from a8 is all that is owed.
    let deep = "1w6/8/8/5w2/8/8/8/7b";
    assert_eq!(refusal(deep, "5", "f5-f4"), Some(IllegalMove::MustLeave));
    assert_eq!(refusal(deep, "5", "b8-a7"), Some(IllegalMove::MustLeave));
    assert_eq!(refusal(deep, "5", "b8-c7"), None);
}

#[test]
fn every_refusal_has_a_code_and_most_a_hop() {
    let refused = [
        IllegalMove::TooShort,
        IllegalMove::OffBoard { hop: 0 },
        IllegalMove::NoPiece,
        IllegalMove::NotYourPiece,
        IllegalMove::Occupied { hop: 1 },
        IllegalMove::NotAdjacent { hop: 1 },
        IllegalMove::NothingToJump { hop: 1 },
        IllegalMove::Visited { hop: 1 },
        IllegalMove::StepAndJumpMixed { hop: 2 },
        IllegalMove::WrongKind { hop: 1 },
        IllegalMove::GoalLocked { hop: 1 },
        IllegalMove::MustLeave,
    ];
    let codes = "too_short off_board no_piece not_your_piece occupied not_adjacent \
        nothing_to_jump visited step_and_jump_mixed wrong_kind goal_locked must_leave";
    assert!(
        refused
            .iter()
            .map(|refusal| refusal.code())
            .eq(codes.split_whitespace())
    );
    for refusal in refused {
        let names_hop = refusal.to_string().contains("hop");
        assert_eq!(refusal.hop().is_some(), names_hop, "{refusal}");
    }
}

#[test]
fn a_game_that_is_over_takes_no_move() {
    let rules = Rules::new(Preset::by_name("classic").unwrap().ruleset).unwrap();
    let mut game = halma_core::Game::new(rules);
    game.go_out(halma_core::Seat::White, halma_core::OutCause::Resign)
        .unwrap();
    assert!(game.outcome().is_some());
    assert_eq!(
        game.play(&"a14-c12".parse().unwrap()),
        Err(PlayError::GameOver)
    );
    assert_eq!(
        game.go_out(halma_core::Seat::Black, halma_core::OutCause::Time),
        Err(PlayError::GameOver)
    );
}
