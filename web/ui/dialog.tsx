import { X } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { joinClasses } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { scrimClasses } from './overlay-classes.ts'
import { useMountedUntilClosed } from './use-mounted-until-closed.ts'

type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  /** The width in pixels on a desktop. On a phone, the dialog is always as wide as the screen. */
  width?: number
  height?: number
  /** Set it to false while closing would lose something. Then only the buttons of the dialog close it. */
  isDismissable?: boolean
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
  /** Buttons that stay visible while the content scrolls. The last one is the main action. */
  footer?: ReactNode
}

export function Dialog({
  title,
  isOpen,
  onClose,
  width = 480,
  height,
  isDismissable = true,
  role = 'dialog',
  children,
  footer,
}: DialogProps) {
  const isMounted = useMountedUntilClosed(isOpen)
  if (!isMounted) return null
  const size = { '--dialog-width': `${width}px`, '--dialog-height': height ? `${height}px` : 'auto' } as CSSProperties
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className={joinClasses(scrimClasses, 'flex h-(--visual-viewport-height) items-end justify-center sm:items-center sm:p-6')}
    >
      <Modal
        data-sheet
        style={size}
        className={joinClasses(
          'flex max-h-[94%] w-full flex-col overflow-hidden rounded-t-cover border-line bg-card shadow-card transition-transform duration-200 ease-out',
          'sm:h-(--dialog-height) sm:max-h-full sm:w-(--dialog-width) sm:max-w-full sm:rounded-card sm:border',
          'data-entering:translate-y-6 data-exiting:translate-y-6 sm:data-entering:translate-y-2 sm:data-exiting:translate-y-2',
        )}
      >
        <AriaDialog role={role} className="flex min-h-0 flex-1 flex-col outline-none">
          <header className="flex items-start justify-between gap-3 pt-4 pr-3 pb-2 pl-5 sm:pl-6">
            <Heading slot="title" className="min-w-0 pt-2 text-title font-bold tracking-tight text-balance wrap-anywhere">
              {title}
            </Heading>
            {isDismissable && (
              <IconButton label="Close" onClick={onClose} className="text-soft">
                <X size={20} aria-hidden="true" />
              </IconButton>
            )}
          </header>
          <div className={joinClasses('min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 sm:px-6', footer ? 'pb-4' : 'pb-6')}>
            {children}
          </div>
          {footer && (
            <footer className="flex flex-col-reverse gap-2.5 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6 sm:pb-4">
              {footer}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
