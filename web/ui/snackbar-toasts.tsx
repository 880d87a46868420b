import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast'
import { receiveSnackbars, type Snackbar } from './show-snackbar.ts'
import { snackbarButtonClasses, snackbarClasses, snackbarRegionClasses } from './snackbar-classes.ts'

const queue = new ToastQueue<Snackbar>({ maxVisibleToasts: 3 })

const receive = (snackbar: Snackbar) => {
  const key = queue.add(snackbar, snackbar.duration === null ? {} : { timeout: snackbar.duration })
  return () => queue.close(key)
}

/**
 * The timer of a message pauses while the message is hovered or focused. F6 moves the focus to the messages, and it returns when
 * they close.
 */
export function SnackbarToasts() {
  useEffect(() => receiveSnackbars(receive), [])
  return (
    <ToastRegion queue={queue} className={snackbarRegionClasses}>
      {({ toast }) => {
        const { text, action, tone } = toast.content
        return (
          <Toast toast={toast} className={snackbarClasses}>
            <ToastContent role={tone === 'alarm' ? 'alert' : 'status'} className="min-w-0 flex-1 py-2">
              <Text slot="title">{text}</Text>
            </ToastContent>
            {action && (
              <Button
                className={snackbarButtonClasses}
                onPress={() => {
                  queue.close(toast.key)
                  action.onPress()
                }}
              >
                {action.label}
              </Button>
            )}
            <Button slot="close" aria-label="Dismiss" className={`${snackbarButtonClasses} grid min-w-11 place-items-center px-0!`}>
              <X size={18} aria-hidden="true" />
            </Button>
          </Toast>
        )
      }}
    </ToastRegion>
  )
}
