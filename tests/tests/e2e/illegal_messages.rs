//! Frames that no good client sends: each has its code, and most are survived.

use std::time::Duration;

use halma_protocol::{ErrorCode, ErrorMsg, MAX_FRAME, ServerMsg};
use halma_server::clock::Clock;
use halma_tests::{Data, Engine, NOW, Said, Server, Setup, Socket, eventually};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::{self, Frame, coding::OpCode};

use ErrorCode as Code;

const GAME: &str = "018f4e9a-0000-7000-8000-000000000000";

async fn server() -> (Data, Server) {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    (data, server)
}

async fn refusal(socket: &mut Socket, text: &str) -> ErrorMsg {
    socket.say(text).await;
    match socket.message().await {
        ServerMsg::Error(error) => error,
        other => panic!("{text} was answered by {other:?}"),
    }
}

async fn still_there(socket: &mut Socket) {
    let pong = socket.ask(&json!({ "type": "ping", "id": "p" })).await;
    assert!(matches!(pong, ServerMsg::Pong(pong) if pong.id.is_some() && pong.now == NOW));
}

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_of_nonsense_has_its_code() {
    let (_data, server) = server().await;
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    let long_id = "x".repeat(37);
    let cases = [
        ("", Code::BadJson),
        ("{", Code::BadJson),
        ("{}}", Code::BadJson),
        ("null", Code::BadMessage),
        ("[]", Code::BadMessage),
        ("{}", Code::BadMessage),
        (r#"{"type":7}"#, Code::BadMessage),
        (r#"{"type":"dance"}"#, Code::UnknownType),
        (r#"{"type":"welcome"}"#, Code::UnknownType),
        (r#"{"type":"join"}"#, Code::BadField),
        (r#"{"type":"join","id":"a"}"#, Code::BadField),
        (r#"{"type":"join","id":"a","game":"x"}"#, Code::BadField),
        (r#"{"type":"ping","id":""}"#, Code::BadField),
        (r#"{"type":"ping","id":"a b"}"#, Code::BadField),
        (r#"{"type":"ping","id":7}"#, Code::BadField),
    ];
    for (text, code) in cases {
        assert_eq!(refusal(&mut socket, text).await.code, code, "{text}");
        still_there(&mut socket).await;
    }
    let text = json!({ "type": "ping", "id": long_id }).to_string();
    assert_eq!(refusal(&mut socket, &text).await.code, Code::BadField);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_or_wrong_field_is_refused_by_command() {
    let (_data, server) = server().await;
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    let whole = |kind: &str| {
        json!({ "type": kind, "id": "c1", "game": GAME, "at": 4, "path": "a5-b5",
            "proposal": 4, "accept": true, "what": "draw", "to": "white" })
    };
    let fields = [
        ("join", "game"),
        ("leave", "game"),
        ("stand", "game"),
        ("move", "game"),
        ("move", "at"),
        ("move", "path"),
        ("resign", "game"),
        ("vote", "proposal"),
        ("vote", "accept"),
        ("propose", "what"),
        ("claim", "what"),
        ("give_time", "to"),
    ];
    for (kind, field) in fields {
        for wrong in [Value::Null, json!([]), json!({ "a": 1 })] {
            let mut message = whole(kind);
            message[field] = wrong;
            let error = refusal(&mut socket, &message.to_string()).await;
            assert_eq!(error.code, Code::BadField, "{message}");
            assert_eq!(json!(error.id), "c1", "{message}");
        }
        let mut message = whole(kind);
        message.as_object_mut().unwrap().remove(field);
        let error = refusal(&mut socket, &message.to_string()).await;
        assert_eq!(error.code, Code::BadField, "{message}");
        assert!(error.message.contains(field), "{}", error.message);
    }
    for (field, wrong) in [("seat", "green"), ("since", "1"), ("legal", "yes")] {
        let kind = if field == "seat" { "move" } else { "join" };
        let mut message = whole(kind);
        message[field] = wrong.into();
        assert_eq!(
            refusal(&mut socket, &message.to_string()).await.code,
            Code::BadField
        );
    }
    still_there(&mut socket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_fields_are_refused_only_under_strict() {
    let (_data, server) = server().await;
    let hello = json!({ "type": "hello", "protocol": 1, "strict": true });
    let mut strict = Socket::open(&server.url(), None).await;
    assert!(matches!(strict.ask(&hello).await, ServerMsg::Welcome(_)));
    let error = refusal(&mut strict, r#"{"type":"ping","colour":"blue"}"#).await;
    assert_eq!(error.code, Code::UnknownField);
    assert_eq!(error.details.field.as_deref(), Some("colour"));
    still_there(&mut strict).await;

    let (mut lax, _) = Socket::greeted(&server.url(), None).await;
    lax.say(r#"{"type":"ping","colour":"blue"}"#).await;
    assert!(matches!(lax.message().await, ServerMsg::Pong(_)));

    let mut first = Socket::open(&server.url(), None).await;
    let hello = json!({ "type": "hello", "protocol": 1, "strict": true, "colour": "blue" });
    let error = refusal(&mut first, &hello.to_string()).await;
    assert_eq!(error.code, Code::UnknownField);
    assert_eq!(first.closed().await, 1008);
}

#[tokio::test(flavor = "multi_thread")]
async fn hello_comes_first_and_once() {
    let (_data, server) = server().await;
    let cases = [
        (r#"{"type":"ping"}"#, Code::HelloFirst),
        (r#"{"type":"hello"}"#, Code::BadField),
        (r#"{"type":"hello","protocol":"1"}"#, Code::BadField),
        (
            r#"{"type":"hello","protocol":2}"#,
            Code::UnsupportedProtocol,
        ),
        (
            r#"{"type":"hello","protocol":1,"token":""}"#,
            Code::BadToken,
        ),
        (
            r#"{"type":"hello","protocol":1,"token":"x"}"#,
            Code::BadToken,
        ),
        ("hello", Code::BadJson),
        ("[]", Code::BadMessage),
        (r#"{"type":"bow"}"#, Code::UnknownType),
    ];
    for (text, code) in cases {
        let mut socket = Socket::open(&server.url(), None).await;
        assert_eq!(refusal(&mut socket, text).await.code, code, "{text}");
        assert_eq!(socket.closed().await, 1008, "{text}");
    }
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    let error = refusal(&mut socket, r#"{"type":"hello","protocol":1}"#).await;
    assert_eq!(error.code, Code::HelloTwice);
    still_there(&mut socket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_says_no_hello_is_sent_away() {
    let data = Data::new(Engine::Sqlite).await;
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).start().await;
    let mut socket = Socket::open(&server.url(), None).await;
    // The session begins when it likes; time goes on until it has had its ten seconds.
    let said = tokio::select! {
        said = socket.hear() => said,
        () = eventually("nothing", async || { clock.advance(Duration::from_secs(10)); None }) => unreachable!(),
    };
    let Said::Message(said) = said else {
        panic!("closed without a word");
    };
    assert!(matches!(*said, ServerMsg::Error(error) if error.code == Code::HelloFirst));
    assert_eq!(socket.closed().await, 1008);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_silent_is_given_up() {
    let data = Data::new(Engine::Sqlite).await;
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).start().await;
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    // The second answer comes after the server has heard of its first ping, which it sends with
    // its welcome: no answer is on its way when the time has come.
    for _ in 0..2 {
        let pong = socket.ask(&json!({ "type": "ping" })).await;
        assert!(matches!(pong, ServerMsg::Pong(_)));
    }
    clock.advance(Duration::from_secs(41));
    assert_eq!(socket.closed().await, 4001);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_token_is_an_error_and_never_nobody() {
    let (_data, server) = server().await;
    for token in ["", "x", &"0".repeat(64)] {
        let refused = Socket::try_open(&server.url(), Some(token)).await;
        let problem = refused.expect_err("a bad token was let in");
        assert_eq!((problem.status, problem.code), (401, Code::BadToken));
    }
    let guest = server.rest().new_guest(Some("Ada")).await.unwrap();
    let mut socket = Socket::open(&server.url(), Some(&guest.token)).await;
    let ServerMsg::Welcome(welcome) = socket.ask(&json!({ "type": "hello", "protocol": 1 })).await
    else {
        panic!("no welcome");
    };
    assert_eq!(welcome.player, Some(guest.player.clone()));
    let (_socket, player) = Socket::greeted(&server.url(), Some(&guest.token)).await;
    assert_eq!(player, Some(guest.player));
}

#[tokio::test(flavor = "multi_thread")]
async fn large_and_binary_frames_end_the_conversation() {
    let (_data, server) = server().await;
    let padded = |size: usize| {
        let empty = json!({ "type": "ping", "pad": "" }).to_string().len();
        json!({ "type": "ping", "pad": "x".repeat(size - empty) }).to_string()
    };
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    socket.say(padded(MAX_FRAME)).await;
    assert!(matches!(socket.message().await, ServerMsg::Pong(_)));
    for size in [MAX_FRAME + 1, 60 * 1024] {
        let (mut socket, _) = Socket::greeted(&server.url(), None).await;
        socket.say(padded(size)).await;
        let error = socket.error().await;
        assert_eq!(error.code, Code::TooLarge, "{size}");
        assert_eq!(error.details.limit, Some(MAX_FRAME as u32));
        assert_eq!(socket.closed().await, 1009, "{size}");
    }
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    socket.send(Message::binary(vec![0u8; 16])).await;
    assert_eq!(socket.error().await.code, Code::Binary);
    assert_eq!(socket.closed().await, 1003);
    // The same before the hello.
    let mut socket = Socket::open(&server.url(), None).await;
    socket.say(padded(MAX_FRAME + 1)).await;
    assert_eq!(socket.error().await.code, Code::TooLarge);
    assert_eq!(socket.closed().await, 1009);
    let mut socket = Socket::open(&server.url(), None).await;
    socket.send(Message::binary(vec![0u8; 16])).await;
    assert_eq!(socket.error().await.code, Code::Binary);
    assert_eq!(socket.closed().await, 1003);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_answered_then_cut_off() {
    let data = Data::new(Engine::Sqlite).await;
    let clock = Clock::manual(NOW);
    let setup = Setup::with_flags(&data, &["--messages", "10", "--window", "20"]);
    let server = setup.clock(&clock).start().await;
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    let ping = json!({ "type": "ping" });
    let mut pongs = 0;
    let error = loop {
        match socket.ask(&ping).await {
            ServerMsg::Pong(_) => pongs += 1,
            ServerMsg::Error(error) => break error,
            other => panic!("{other:?}"),
        }
    };
    assert!(pongs <= 10, "{pongs}");
    assert_eq!((error.code, error.id), (Code::RateLimited, None));
    clock.advance(Duration::from_secs(20));
    assert!(
        matches!(socket.ask(&ping).await, ServerMsg::Pong(_)),
        "time has refilled it"
    );
    let mut limited = 0;
    let code = loop {
        socket.say(ping.to_string()).await;
        match socket.hear().await {
            Said::Message(said) => match *said {
                ServerMsg::Pong(_) => assert_eq!(limited, 0),
                ServerMsg::Error(error) => {
                    assert_eq!(error.code, Code::RateLimited);
                    limited += 1;
                }
                other => panic!("{other:?}"),
            },
            Said::Closed(code) => break code,
        }
    };
    assert!(limited > 0);
    assert_eq!(code, 1008);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_nobody_asked_for_count_as_messages() {
    let data = Data::new(Engine::Sqlite).await;
    let clock = Clock::manual(NOW);
    let setup = Setup::with_flags(&data, &["--messages", "10", "--window", "20"]);
    let server = setup.clock(&clock).start().await;
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    for _ in 0..11 {
        socket.send(Message::Pong(b"?".as_slice().into())).await;
    }
    assert_eq!(socket.error().await.code, Code::RateLimited);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_on_talking_hears_why_it_ends() {
    let (_data, server) = server().await;
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    socket.say("x".repeat(MAX_FRAME + 1)).await;
    // What is sent meanwhile is of no use to anybody, and does no harm.
    for _ in 0..20 {
        socket.try_send(Message::text("x".repeat(MAX_FRAME))).await;
    }
    assert_eq!(socket.error().await.code, Code::TooLarge);
    assert_eq!(socket.closed().await, 1009);
}

#[tokio::test(flavor = "multi_thread")]
async fn text_that_is_not_utf_8_ends_the_conversation() {
    let (_data, server) = server().await;
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    let text = OpCode::Data(frame::coding::Data::Text);
    let broken = Frame::message(b"{\"type\":\"\xff\"}".to_vec(), text, true);
    socket.send(Message::Frame(broken)).await;
    assert_eq!(socket.closed().await, 1003);
}
