//! Records: exact round trips, and where faults are reported.

use halma_core::{
    Game, OutCause, Outcome, PlayError, Preset, Reason, Record, RecordError, RecordProblem, Rules,
    Seat, SeatSet, Tag,
};

use crate::vectors;

fn round_trip(record: &Record) -> Record {
    let text = record.to_string();
    let read: Record = text
        .parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.to_string(), text);
    assert_eq!(read.game.position(), record.game.position());
    assert_eq!(read.game.outcome(), record.game.outcome());
    assert!(read.game.plies().eq(record.game.plies()));
    assert_eq!((&read.players, &read.date), (&record.players, &record.date));
    read
}

#[test]
fn every_game_survives_its_record() {
    for vector in vectors::all() {
        round_trip(&Record::new(vector.replay(|_, _| {})));
    }
}

#[test]
fn names_and_outside_ends_survive() {
    let rules = Rules::new(Preset::by_name("partners").unwrap().ruleset).unwrap();
    let ends = [
        Outcome::draw(Reason::Agreement),
        Outcome::draw(Reason::Aborted),
        Outcome::draw(Reason::Abandoned),
        Outcome {
            winners: SeatSet::of(Seat::Red).with(Seat::Blue),
            reason: Reason::Abandoned,
        },
    ];
    for end in ends {
        let mut game = Game::new(rules);
        game.end(end).unwrap();
        let mut record = Record::new(game);
        record.players[0] = "Ann \"the \\ Hopper\"]\nÅ".to_owned();
        record.date = "2026-03-01".to_owned();
        let read = round_trip(&record);
        assert_eq!(read.game.outcome(), Some(&end));
    }
}

fn sample() -> Record {
    let mut game = Game::new(Rules::new(Preset::by_name("three").unwrap().ruleset).unwrap());
    for path in ["a14-c12", "m16-m14", "p3-n5", "a13-c11"] {
        game.play(&path.parse().unwrap()).unwrap();
    }
    game.go_out(Seat::Black, OutCause::Time).unwrap();
    Record::new(game)
}

#[test]
fn a_record_looks_like_this() {
    let expected = "[Rules \"three\"]\n[White \"?\"]\n[Red \"?\"]\n[Black \"?\"]\n[Date \"?\"]\n\
        [Result \"*\"]\n[Termination \"*\"]\n\n\
        1. a14-c12 m16-m14 p3-n5\n2. a13-c11 b!time\n*\n";
    assert_eq!(sample().to_string(), expected);
}

#[test]
fn faults_are_found_where_they_are() {
    let text = sample().to_string();
    let fault = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        let error = text.replacen(old, new, 1).parse::<Record>().unwrap_err();
        (error.line, error.column, error.problem)
    };
    assert_eq!(
        fault("three", "threee"),
        (1, 1, RecordProblem::UnknownRules)
    );
    assert_eq!(
        fault("[Red", "[Rot"),
        (3, 1, RecordProblem::Tag(Tag::Player(Seat::Red)))
    );
    assert_eq!(
        fault("[Date \"?\"]", "[Date ?]"),
        (5, 1, RecordProblem::Tag(Tag::Date))
    );
    assert_eq!(
        fault("[Result \"*\"", "[Result \"green\""),
        (6, 1, RecordProblem::Result)
    );
    assert_eq!(
        fault("[Result \"*\"", "[Result \"white\""),
        (7, 1, RecordProblem::Termination)
    );
    assert_eq!(fault("\n\n", "\n"), (8, 1, RecordProblem::BlankLine));
    assert_eq!(fault("2. a13", "3. a13"), (10, 1, RecordProblem::Round(2)));
    assert!(matches!(
        fault("p3-n5", "p3-"),
        (9, 23, RecordProblem::Path(_))
    ));
    assert_eq!(fault("p3-n5", "--"), (9, 20, RecordProblem::NoPass));
    assert_eq!(fault("b!time", "b!tired"), (10, 12, RecordProblem::Out));
    assert_eq!(
        fault("b!time", "u!time").2,
        RecordProblem::Play(PlayError::NotIn(Seat::Blue))
    );
    assert!(matches!(
        fault("p3-n5", "p3-n6"),
        (9, 20, RecordProblem::Play(PlayError::Illegal(_)))
    ));
    assert_eq!(
        fault("p3-n5\n", "p3-n5 \n").2,
        RecordProblem::Path(halma_core::PathError::Empty)
    );
    assert_eq!(fault("\n*\n", "\n*"), (11, 2, RecordProblem::Form));
    assert_eq!(fault("\n*\n", "\ndraw\n"), (11, 1, RecordProblem::Form));
    let early = text
        .replace("\"*\"", "\"draw\"")
        .replacen("\"draw\"]\n\n", "\"home\"]\n\n", 1);
    let problem = early
        .parse::<Record>()
        .map_err(|error: RecordError| error.problem);
    assert_eq!(problem.err(), Some(RecordProblem::OtherResult));
}
