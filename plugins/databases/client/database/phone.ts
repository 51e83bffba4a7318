// On a phone there is no room beside a view: a tap on a row opens it as a page of its own.
import { t } from '../../../../core/client/messages.ts';
import { isBeside } from '../../../../core/client/peek-request.ts';

const narrow = matchMedia('(width <= 760px)');

/** Whether there is room for few tools alone. */
export const isNarrow = (): boolean => narrow.matches;

/** A page beside another one is narrow in any window. */
export const isPhone = (): boolean => narrow.matches && !isBeside();

/** The first entry of a menu of a row, by what opening it will be. */
export const openingItem = (run: () => void) =>
  isPhone()
    ? { label: t('databases.view.open_page'), icon: 'maximize-2', run }
    : { label: t('databases.view.open_beside'), icon: 'panel-right', run };
