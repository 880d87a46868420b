import { useEffect, useState } from 'react'
import { receiveSnackbars, type Snackbar } from './show-snackbar.ts'
import { snackbarButtonClasses, snackbarClasses, snackbarRegionClasses } from './snackbar-classes.ts'

type ShownSnackbar = Snackbar & { id: number }

/**
 * Shows the same messages without React Aria, when its code cannot be loaded. Each message stays until the user dismisses it,
 * because this version cannot pause a timer.
 */
export function PlainSnackbars() {
  const [snackbars, setSnackbars] = useState<ShownSnackbar[]>([])
  useEffect(() => {
    let nextId = 0
    return receiveSnackbars((snackbar) => {
      const id = nextId++
      setSnackbars((before) => [...before, { ...snackbar, id }])
      return () => setSnackbars((before) => before.filter((other) => other.id !== id))
    })
  }, [])
  const dismiss = (id: number) => setSnackbars((before) => before.filter((other) => other.id !== id))
  return (
    <div role="status" className={snackbarRegionClasses}>
      {snackbars.map(({ id, text, action }) => (
        <div key={id} className={snackbarClasses}>
          <span className="min-w-0 flex-1 py-2">{text}</span>
          {action && (
            <button
              type="button"
              className={snackbarButtonClasses}
              onClick={() => {
                dismiss(id)
                action.onPress()
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" className={snackbarButtonClasses} onClick={() => dismiss(id)}>
            Dismiss
          </button>
        </div>
      ))}
    </div>
  )
}
