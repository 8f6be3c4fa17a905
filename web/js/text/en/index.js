// Everything the page says in English.

import api from './api.js';
import app from './app.js';
import errors from './errors.js';
import game from './game.js';
import home from './home.js';
import maker from './maker.js';
import rules from './rules.js';

export default { ...app, ...home, ...maker, ...game, ...rules, ...api, ...errors };
