//! Known numbers of move sequences.

use halma_core::{Preset, Rules};

#[test]
fn counts_are_the_known_ones() {
    for line in include_str!("../data/perft.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let (name, counts) = line.split_once(' ').unwrap();
        let rules = Rules::new(Preset::by_name(name).unwrap().ruleset).unwrap();
        for (count, depth) in counts.split(' ').zip(1..) {
            let expected: u64 = count.parse().unwrap();
            assert_eq!(
                rules.start().perft(depth),
                expected,
                "{name} at depth {depth}"
            );
        }
    }
}
