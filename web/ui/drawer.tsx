import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { joinClasses } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { scrimClasses } from './overlay-classes.ts'
import { useMountedUntilClosed } from './use-mounted-until-closed.ts'

type DrawerProps = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode; footer?: ReactNode }

/** Slides in from the right and covers a part of the page. A click outside, Escape or the X button closes it. */
export function Drawer({ title, isOpen, onClose, children, footer }: DrawerProps) {
  const isMounted = useMountedUntilClosed(isOpen)
  if (!isMounted) return null
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable
      className={joinClasses(scrimClasses, 'duration-200')}
    >
      <Modal className="absolute inset-y-0 right-0 flex w-[min(23rem,88vw)] flex-col border-l border-line bg-card shadow-card transition-transform duration-200 ease-out data-entering:translate-x-full data-exiting:translate-x-full">
        <AriaDialog className="flex min-h-0 flex-1 flex-col outline-none">
          <header className="flex items-center justify-between gap-3 pt-[max(0.75rem,env(safe-area-inset-top))] pr-3 pb-2 pl-5">
            <Heading slot="title" className="text-title font-bold tracking-tight">
              {title}
            </Heading>
            <IconButton label="Close" onClick={onClose} className="text-soft">
              <X size={20} aria-hidden="true" />
            </IconButton>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
          {footer && <footer className="border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
