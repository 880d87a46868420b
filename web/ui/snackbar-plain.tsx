import { useEffect, useState } from 'react'
import { receiveSnackbars, type Snackbar } from './show-snackbar.ts'
import { snackbarButtonClasses, snackbarClasses, snackbarRegionClasses } from './snackbar-look.ts'

type Shown = Snackbar & { id: number }

/** The same messages without React Aria, for when it cannot be loaded. Each stays until it is dismissed: there is nothing here to pause it. */
export function PlainSnackbars() {
  const [shown, setShown] = useState<Shown[]>([])
  useEffect(() => {
    let nextId = 0
    return receiveSnackbars((snackbar) => {
      const id = nextId++
      setShown((before) => [...before, { ...snackbar, id }])
      return () => setShown((before) => before.filter((other) => other.id !== id))
    })
  }, [])
  const dismiss = (id: number) => setShown((before) => before.filter((other) => other.id !== id))
  return (
    <div role="status" className={snackbarRegionClasses}>
      {shown.map(({ id, text, action }) => (
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
