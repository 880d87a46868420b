import { showSnackbar } from '../../ui/show-snackbar.ts'

/** Says that a form has answers now that were not typed in this tab. */
export const sayMerged = (): void => {
  showSnackbar('Answers from another tab or device were added. What you typed here stays.')
}
