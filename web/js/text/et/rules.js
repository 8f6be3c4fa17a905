// The rules in Estonian.

export default {
  'rules.title': 'Reeglid',
  'rules.lead': 'Halma mõeldi välja 1880. aastatel. Selle õpib minutiga: midagi ei lööda ja kogu lõbu on leida kõige pikem tee.',
  'rules.play': 'Mängi',

  'rules.aim': 'Eesmärk',
  'rules.aim.1': 'Iga vägi alustab ühest nurgast, oma kodust. Vastasnurk on selle siht.',
  'rules.aim.2': 'Võidab see, kes oma väega esimesena sihi täidab.',
  'rules.aim.3': 'Käiakse kordamööda, iga kord ühe nupuga. Kahekesi alustab valge, revanšis must.',
  'rules.aim.figure': 'Laud 16 korda 16, vastasnurkades üheksateist valget ja üheksateist musta nuppu',

  'rules.step': 'Samm',
  'rules.step.1': 'Nupp astub mis tahes tühjale naaberruudule, otse või diagonaalis.',
  'rules.step.figure': 'Valge nupp ja seitse vaba ruutu selle ümber; kaheksandal seisab must nupp',

  'rules.jump': 'Hüpe',
  'rules.jump.1': 'Või hüppab see sirgjooneliselt üle ühe kõrvaloleva nupu kohe selle taga olevale tühjale ruudule. Hüpata võib üle kelle tahes, nii oma kui ka võõra.',
  'rules.jump.2': 'Hüppama ei pea keegi ja ülehüpatud nupp jääb lauale.',
  'rules.jump.figure': 'Valge nupp hüppab diagonaalis üle musta',

  'rules.chain': 'Hüppejada',
  'rules.chain.1': 'Pärast hüpet võib sama nupp jälle hüpata, ükskõik mis suunas ja nii mitu korda, kui saab ja tahab, ning peatuda pärast ükskõik millist hüpet.',
  'rules.chain.2': 'Ühes hüppejadas ei tohi samale ruudule kaks korda astuda, ka lähteruudule mitte.',
  'rules.chain.3': 'Sammu ja hüpet ühte käiku ei ühendata.',
  'rules.chain.figure': 'Valge nupp teeb ühe käiguga neli hüpet üle mõlemat värvi nuppude',

  'rules.win': 'Võit',
  'rules.win.1': 'Oled võitnud, kui sinu sihi igal ruudul on sinu nupp.',
  'rules.win.2': 'Nupud võivad igast nurgast läbi minna, seal peatuda ja jälle lahkuda.',
  'rules.win.3': 'Kes üldse käia ei saa, jätab vahele; selle eest hoolitseb server.',

  'rules.draw': 'Viik',
  'rules.draw.1': 'Mängijad võivad viigis kokku leppida. Viik on ka siis, kui sama seis sama mängija käigul tekib kolmandat korda.',
  'rules.draw.2': 'Mõnes mängus on käikude arvul piir; kui see täis saab, ei võida keegi.',

  'rules.standard': 'Rikkuda ei saa',
  'rules.standard.1': 'Algses mängus piisab ühest koju jäänud nupust, et teine iial ei võidaks. Tavalistes mängudes on selle vastu kaks vahendit.',
  'rules.standard.2': 'Alates 90. käigust (neljakesi 65.) pead kodust nuppe välja tooma, kuni mõni saab lahkuda.',
  'rules.standard.3': 'Samast käigust alates võidad ka siis, kui sinu siht on täis mis tahes nuppe ja vähemalt üks neist on sinu. Kui kumbki on teinud 400 käiku, on viik.',

  'rules.more': 'Kolmekesi, neljakesi, paarides',
  'rules.more.1': 'Kolmekesi viib punane väiksema väe tühja nurka. Neljakesi on igaühel kolmteist nuppu. Käigud lähevad päripäeva: valge, punane, must, sinine.',
  'rules.more.2': 'Paarilised istuvad vastastikku ja teevad teineteisele ruumi. Nad võidavad, kui kohal on mõlemad väed, või kokkuleppel üks.',
  'rules.more.3': 'Kelle vägi on kohal, see käib edaspidi paarilise nuppudega.',
  'rules.more.figure': 'Laud nelja väega, igas nurgas kolmteist nuppu',

  'rules.out': 'Allaandmine',
  'rules.out.1': 'Kes annab alla või kelle aeg lõpeb, on väljas: tema nupud lähevad laualt ja teised mängivad edasi. Võidab viimasena alles jäänu.',
  'rules.out.2': 'Kuni kõik pole käinud, võib igaüks mängu ka tühistada; siis ei lähe see kuskil arvesse.',

  'rules.variants': 'Teisendid',
  'rules.grasshopper': 'Rohutirts',
  'rules.grasshopper.1': 'Kummalgi kümme nuppu laual 8 × 8. Mäng kestab kümme minutit.',
  'rules.grasshopper.figure': 'Laud 8 korda 8, kümme valget ja kümme musta nuppu',
  'rules.brainking': 'BrainKing 8 ja 10',
  'rules.brainking.1': 'Kellel on pärast 30 käiku (laual 10 × 10 pärast 50 käiku) veel mõni nupp kodus, on kaotanud.',
  'rules.paco': 'Paco',
  'rules.paco.1': 'Mis tahes nuppudega täis siht võidab esimesest käigust peale, kui üks neist on sinu. Koju jäämine ei kaitse.',
  'rules.colour': 'Värvihalma',
  'rules.colour.1': 'Nupud, mis alustavad sinu nurga värvi ruudult, ainult astuvad, ja ainult diagonaalis. Teised ainult hüppavad, ja ainult otse.',
  'rules.colour.figure': 'Must nupp astub diagonaalis; valge, teist värvi ruudul, hüppab otse',
  'rules.marked': 'Kroonihalma',
  'rules.marked.1': 'Sinu nurga nupp kannab krooni. Oled kohal alles siis, kui see seisab täpselt sihi kaugeimas nurgas.',
  'rules.marked.figure': 'Laud 8 korda 8; iga nurga nupp kannab krooni',

  'rules.table': 'Selles lauas',
  'rules.offers': 'Viik ja käigu tagasivõtmine',
  'rules.offers.1': 'Võid pakkuda viiki või paluda luba oma viimane käik tagasi võtta. Nõus peavad olema kõik teised; üks ei, või lihtsalt edasi käimine, lõpetab pakkumise. Pärast keeldumist saad uuesti küsida kümne käigu pärast.',
  'rules.time': 'Kellad',
  'rules.time.1': 'Mängul võib olla kell kogu mängu peale, kus iga käik annab mõne sekundi juurde, või aeg iga käigu jaoks, kuni neliteist päeva. Esimene käik aega ei võta, aga tee see minuti jooksul.',
  'rules.gone': 'Kui keegi lahkub',
  'rules.gone.1': 'Kui käigul olija on mõnda aega ära, võid mängu endale nõuda: võiduks või viigiks. Kui mängijaid on rohkem, langeb puuduja välja.',
  'rules.notation': 'Notatsioon',
  'rules.notation.1': 'Veerud on tähed ja read numbrid, alates vasakust alanurgast: a1. Käik nimetab kõik ruudud, mida see puudutab: samm on e12-f11, hüppejada c14-e12-e10.',
};
