// Everything the page says in English.

import app from './app.js';
import errors from './errors.js';
import game from './game.js';
import home from './home.js';
import maker from './maker.js';

export default { ...app, ...home, ...maker, ...game, ...errors };
