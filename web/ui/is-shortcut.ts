/** These use letters themselves: fields and lists to type in them, and dialogs because the page behind them must stay as it is. */
const usesLetters = 'input, textarea, select, [role="textbox"], [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

/** Whether a key means a shortcut of the page, and not a part of a text or a shortcut of the browser. */
export const isShortcut = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && !(target instanceof HTMLElement && (target.isContentEditable || target.closest(usesLetters) !== null))
