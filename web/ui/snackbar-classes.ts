/**
 * On phones, snackbars appear above the tab bar. The shell sets --snackbar-bottom to the height of the bar at the bottom of the screen.
 * While a dialog is open at the bottom of a phone, they appear at the top, so that they do not cover its buttons.
 */
export const snackbarRegionClasses =
  'pointer-events-none fixed inset-x-3 bottom-[calc(var(--snackbar-bottom,16px)+env(safe-area-inset-bottom))] z-50 flex flex-col-reverse items-center gap-2 outline-none max-sm:in-[body:has([data-sheet])]:top-[calc(12px+env(safe-area-inset-top))] max-sm:in-[body:has([data-sheet])]:bottom-auto sm:inset-x-auto sm:left-6 sm:items-start'

export const snackbarClasses =
  'pointer-events-auto flex min-h-13 w-full max-w-[30rem] items-center gap-1 rounded-thumb bg-ink py-1 pr-1 pl-4.5 text-paper shadow-card sm:w-105'

export const snackbarButtonClasses =
  'min-h-11 flex-none cursor-pointer rounded-control px-3 font-strong text-paper hover:bg-paper/12 focus-visible:outline-paper focus-visible:-outline-offset-2'
