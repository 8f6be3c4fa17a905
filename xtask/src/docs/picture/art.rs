//! The look of pieces and camps.

use halma_core::Seat;

/// Colours that many elements share. The coordinates can be read on light and on dark pages.
pub(super) const STYLE: &str = "<style>
text { font: 14px system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif; text-anchor: middle; fill: #8a8072 }
.n { font-size: 11px; font-weight: 650; fill: #fff }
.camp { stroke-width: 2; stroke-linejoin: round }
.camp.white { fill: #fffdf6; fill-opacity: .46; stroke: #fffdf6 }
.camp.red { fill: #a8281c; fill-opacity: .22; stroke: #a8281c; stroke-opacity: .6 }
.camp.black { fill: #2b2723; fill-opacity: .24; stroke: #2b2723; stroke-opacity: .6 }
.camp.blue { fill: #2463c4; fill-opacity: .28; stroke: #1f4f9c; stroke-opacity: .6 }
</style>
";

/// What pieces are made of: shadow, gloss, the crown, and a disc for each of these seats.
pub(super) fn definitions(seats: impl IntoIterator<Item = Seat>) -> String {
    let mut svg = String::from(SHARED);
    for seat in seats {
        let Look {
            light,
            body,
            edge,
            rim,
            mark,
        } = look(seat);
        svg += &format!(
            "<radialGradient id=\"dome-{seat}\" cx=\".5\" cy=\".3\" r=\".78\">\
             <stop stop-color=\"{light}\"/><stop offset=\".58\" stop-color=\"{body}\"/>\
             <stop offset=\"1\" stop-color=\"{edge}\"/></radialGradient>\n\
             <g id=\"{seat}\"><ellipse cy=\"2.4\" rx=\"17\" ry=\"16.4\" fill=\"url(#shade)\"/>\
             <circle r=\"15.2\" fill=\"url(#dome-{seat})\" stroke=\"{rim}\"/>\
             <ellipse cy=\"-7.6\" rx=\"9.6\" ry=\"5.4\" fill=\"url(#gloss)\"/>{mark}</g>\n"
        );
    }
    svg + "</defs>\n"
}

const SHARED: &str = "<defs>
<radialGradient id=\"shade\"><stop offset=\".62\" stop-color=\"#3c260a\" stop-opacity=\".45\"/>\
<stop offset=\"1\" stop-color=\"#3c260a\" stop-opacity=\"0\"/></radialGradient>
<radialGradient id=\"gloss\"><stop stop-color=\"#fff\" stop-opacity=\".6\"/>\
<stop offset=\"1\" stop-color=\"#fff\" stop-opacity=\"0\"/></radialGradient>
<path id=\"crown\" d=\"M-8-8.2-9-16.4-4.4-12.6 0-18 4.4-12.6 9-16.4 8-8.2z\" fill=\"#e8b93c\" \
stroke=\"#6a4a08\" stroke-width=\"1.2\" stroke-linejoin=\"round\"/>
";

/// The colours of a seat's disc, from the lit top to the rim, and its mark.
struct Look {
    light: &'static str,
    body: &'static str,
    edge: &'static str,
    rim: &'static str,
    mark: &'static str,
}

const fn look(seat: Seat) -> Look {
    match seat {
        Seat::White => Look {
            light: "#ffffff",
            body: "#f4eee0",
            edge: "#cfc3a9",
            rim: "#8f8163",
            mark: "<circle r=\"4.6\" fill=\"none\" stroke=\"#8b7a58\" stroke-width=\"2.2\"/>",
        },
        Seat::Red => Look {
            light: "#e8796a",
            body: "#b93a2c",
            edge: "#7c1d13",
            rim: "#64150d",
            mark: "<path d=\"M0-5.4 5 3.4H-5z\" fill=\"#ffe6dc\"/>",
        },
        Seat::Black => Look {
            light: "#68625c",
            body: "#35312d",
            edge: "#171513",
            rim: "#0e0d0c",
            mark: "<circle r=\"3.2\" fill=\"#e7dfd0\"/>",
        },
        Seat::Blue => Look {
            light: "#7fb0ec",
            body: "#3a75c4",
            edge: "#1c4684",
            rim: "#15386c",
            mark: "<rect x=\"-4\" y=\"-4\" width=\"8\" height=\"8\" rx=\".6\" fill=\"#e4f0ff\"/>",
        },
    }
}
