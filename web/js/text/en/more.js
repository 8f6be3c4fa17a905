// What the other pages say in English.

import account from './account.js';
import api from './api.js';
import players from './players.js';
import rules from './rules.js';
import statistics from './statistics.js';

export default { ...rules, ...statistics, ...players, ...account, ...api };
