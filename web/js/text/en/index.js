// What the first page and a game say in English.

import app from './app.js';
import errors from './errors.js';
import game from './game.js';
import home from './home.js';
import lobby from './lobby.js';
import maker from './maker.js';

export default { ...app, ...home, ...lobby, ...maker, ...game, ...errors };
