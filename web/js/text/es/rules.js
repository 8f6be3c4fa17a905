// The rules in Spanish.

export default {
  'rules.title': 'Reglas',
  'rules.lead': 'La halma nació en la década de 1880. Se aprende en un minuto: no se captura nada, y la gracia está en encontrar el camino más largo.',
  'rules.play': 'Jugar una partida',

  'rules.aim': 'El objetivo',
  'rules.aim.1': 'Cada bando empieza con su ejército en una esquina, su casa. La esquina de enfrente es su meta.',
  'rules.aim.2': 'Gana quien llena primero la meta con su propio ejército.',
  'rules.aim.3': 'Se juega por turnos, una ficha en cada turno. Con dos jugadores empiezan las blancas; en la revancha, las negras.',
  'rules.aim.figure': 'El tablero de 16 por 16 con diecinueve fichas blancas y diecinueve negras en esquinas opuestas',

  'rules.step': 'El paso',
  'rules.step.1': 'Una ficha da un paso a cualquier casilla vacía de al lado, en recto o en diagonal.',
  'rules.step.figure': 'Una ficha blanca y las siete casillas libres que la rodean; en la octava hay una negra',

  'rules.jump': 'El salto',
  'rules.jump.1': 'O salta en línea recta por encima de una sola ficha que tenga justo al lado y cae en la casilla vacía de detrás. Puede saltar sobre cualquiera, propia o ajena.',
  'rules.jump.2': 'Nadie está obligado a saltar, y lo saltado no sale del tablero.',
  'rules.jump.figure': 'Una ficha blanca salta en diagonal sobre una negra',

  'rules.chain': 'Saltos en cadena',
  'rules.chain.1': 'Tras un salto la misma ficha puede volver a saltar, en cualquier dirección, cuantas veces pueda y quiera, y pararse después de cualquiera de ellos.',
  'rules.chain.2': 'En una cadena no se pisa dos veces la misma casilla, tampoco la de salida.',
  'rules.chain.3': 'Un paso y un salto nunca se mezclan en un mismo turno.',
  'rules.chain.figure': 'Una ficha blanca da en un turno cuatro saltos sobre fichas de los dos colores',

  'rules.win': 'Ganar',
  'rules.win.1': 'Ganas en cuanto cada casilla de tu meta tiene una ficha tuya.',
  'rules.win.2': 'Las fichas pueden atravesar cualquier campo, pararse en él y volver a salir.',
  'rules.win.3': 'Quien no puede mover pasa; de eso se encarga el servidor.',

  'rules.draw': 'Tablas',
  'rules.draw.1': 'Los jugadores pueden acordar tablas. También lo son si la misma posición se da por tercera vez con el mismo bando al turno.',
  'rules.draw.2': 'Algunas partidas tienen un límite de jugadas; si se llega a él, no gana nadie.',

  'rules.standard': 'Nadie puede estropearla',
  'rules.standard.1': 'En el juego original, una sola ficha que se queda en casa impide ganar al otro para siempre. Las partidas llamadas estándar tienen dos remedios.',
  'rules.standard.2': 'Desde el turno 90 (65 con cuatro jugadores) tienes que sacar una ficha de casa mientras alguna pueda salir.',
  'rules.standard.3': 'Desde ese mismo turno ganas también si tu meta está llena de cualesquiera fichas y al menos una es tuya. A los 400 turnos por bando son tablas.',

  'rules.more': 'Tres, cuatro, parejas',
  'rules.more.1': 'Con tres, las rojas llevan un ejército menor hacia la esquina vacía. Con cuatro, cada uno tiene trece fichas. El turno sigue el reloj: blancas, rojas, negras, azules.',
  'rules.more.2': 'Los compañeros se sientan enfrente y se ceden el sitio. Ganan cuando llegan los dos ejércitos o, si así se acuerda, cuando llega uno.',
  'rules.more.3': 'Quien ya tiene su ejército en la meta mueve desde entonces las fichas de su pareja.',
  'rules.more.figure': 'El tablero con cuatro ejércitos de trece fichas, uno en cada esquina',

  'rules.out': 'Rendirse',
  'rules.out.1': 'Quien se rinde o se queda sin tiempo queda fuera: sus fichas salen del tablero y los demás siguen. Gana el último que queda.',
  'rules.out.2': 'Hasta que todos hayan movido, cualquiera puede anular la partida; entonces no cuenta para nada.',

  'rules.variants': 'Variantes',
  'rules.grasshopper': 'Saltamontes',
  'rules.grasshopper.1': 'Diez fichas por bando en un tablero de 8 × 8. Una partida dura diez minutos.',
  'rules.grasshopper.figure': 'El tablero de 8 por 8 con diez fichas blancas y diez negras',
  'rules.brainking': 'BrainKing 8 y 10',
  'rules.brainking.1': 'Quien tenga aún una ficha en casa tras 30 jugadas en 8 × 8, o 50 en 10 × 10, ha perdido.',
  'rules.paco': 'Paco',
  'rules.paco.1': 'Una meta llena de cualesquiera fichas gana desde el primer turno si una es tuya. Quedarse en casa no es defensa.',
  'rules.colour': 'Halma de colores',
  'rules.colour.1': 'Las fichas que salen del color de tu esquina solo dan pasos, y solo en diagonal. Las otras solo saltan, y solo en recto.',
  'rules.colour.figure': 'Una ficha negra da pasos en diagonal; una blanca, en el otro color, salta en recto',
  'rules.marked': 'Halma coronada',
  'rules.marked.1': 'La ficha de tu esquina lleva corona. Solo has llegado cuando está justo en la última esquina de tu meta.',
  'rules.marked.figure': 'El tablero de 8 por 8; la ficha de cada esquina lleva corona',

  'rules.table': 'En esta mesa',
  'rules.offers': 'Tablas y rectificaciones',
  'rules.offers.1': 'Puedes ofrecer tablas o pedir que te dejen rectificar tu última jugada. Tienen que aceptar todos los demás; un solo no, o simplemente seguir jugando, cierra la propuesta. Tras un no puedes volver a pedirlo diez jugadas después.',
  'rules.time': 'Relojes',
  'rules.time.1': 'Una partida puede tener un reloj para todo el juego, con unos segundos más por jugada, o un tiempo para cada jugada, de hasta catorce días. La primera jugada no gasta tiempo, pero hazla antes de un minuto.',
  'rules.gone': 'Cuando alguien se va',
  'rules.gone.1': 'Si quien tiene el turno lleva un rato fuera, puedes reclamar la partida: ganarla o dejarla en tablas. Si sois más, el que falta queda fuera.',
  'rules.notation': 'Notación',
  'rules.notation.1': 'Las columnas son letras y las filas números, desde abajo a la izquierda: a1. Una jugada nombra todas las casillas que pisa: un paso es e12-f11, una cadena c14-e12-e10.',
};
