// The line at the top that tells when the connection is lost, coming back, or back.

import { setText } from './dom.js';
import { t } from './text/messages.js';

const PATIENCE = 1200;
const FAREWELL = 1800;

/** Shows the connection's status on an element; a first connection that is quick shows nothing. */
export function createBanner(element) {
  let timer;
  let lost = false;

  function show(text, kind) {
    clearTimeout(timer);
    setText(element, text);
    element.dataset.kind = kind;
    element.classList.add('shown');
  }

  function hideIn(time) {
    clearTimeout(timer);
    timer = setTimeout(() => element.classList.remove('shown'), time);
  }

  return function tell({ status, reason }) {
    document.body.dataset.connection = status === 'outdated' ? 'lost' : status;
    if (status === 'outdated') return show(t('banner.outdated'), 'lost');
    if (status === 'lost') {
      lost = true;
      return show(lostText(reason), 'lost');
    }
    if (status === 'open') {
      if (lost) show(t('banner.back'), 'back');
      hideIn(lost ? FAREWELL : 0);
      lost = false;
      return undefined;
    }
    if (lost) return undefined;
    clearTimeout(timer);
    timer = setTimeout(() => show(t('banner.connecting'), 'lost'), PATIENCE);
    return undefined;
  };
}

function lostText(reason) {
  if (reason === 'restart') return t('banner.restart');
  return t(reason === 'lost_lock' ? 'banner.storage' : 'banner.lost');
}
