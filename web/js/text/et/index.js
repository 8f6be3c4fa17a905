// Everything the page says in Estonian.

import account from './account.js';
import api from './api.js';
import app from './app.js';
import errors from './errors.js';
import game from './game.js';
import home from './home.js';
import lobby from './lobby.js';
import maker from './maker.js';
import players from './players.js';
import rules from './rules.js';
import statistics from './statistics.js';

export default { ...app, ...home, ...maker, ...lobby, ...statistics, ...players, ...account, ...game, ...rules, ...api, ...errors };
