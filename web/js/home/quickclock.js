// The choice of a clock where one is not to think about it.

import { h } from '../dom.js';
import { QUICK_CLOCKS, USUAL_CLOCK } from '../model/pace.js';
import { t } from '../text/messages.js';
import { clockName } from '../text/times.js';

/** The choice, remembered in the settings; `value()` is the clock. */
export function createQuickClock({ settings, test, id = null }) {
  const select = h('select', { id, class: 'level', 'aria-label': id ? null : t('clock.kind'), 'data-test': test, onchange: () => settings.set('clock', Number(select.value)) },
    ...QUICK_CLOCKS.map((clock, index) => h('option', { value: index }, clock.kind === 'none' ? t('clock.unlimited') : clockName(clock))));
  select.value = settings.get('clock') ?? USUAL_CLOCK;
  return { el: select, value: () => QUICK_CLOCKS[Number(select.value)] };
}
