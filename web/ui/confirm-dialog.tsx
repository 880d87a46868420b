import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { TextField } from './field.tsx'

type ConfirmDialogProps = {
  title: string
  /** What will happen, and whether it can be taken back. */
  children: ReactNode
  /** A verb: Delete, Unlink. */
  confirmLabel: string
  cancelLabel?: string
  isDangerous?: boolean
  /** A word that must be typed first, for what cannot be taken back. */
  typeToConfirm?: string
  width?: number
  isOpen: boolean
  onClose: () => void
  /** The dialog stays and says why when this throws; otherwise it closes. */
  onConfirm: () => void | Promise<void>
}

export function ConfirmDialog({ title, children, isOpen, onClose, width = 440, ...rest }: ConfirmDialogProps) {
  const [isPending, setPending] = useState(false)
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} width={width} role="alertdialog" isDismissable={!isPending}>
      <ConfirmBody {...rest} onClose={onClose} isPending={isPending} setPending={setPending}>
        {children}
      </ConfirmBody>
    </Dialog>
  )
}

type ConfirmBodyProps = Omit<ConfirmDialogProps, 'title' | 'isOpen' | 'width'> & {
  isPending: boolean
  setPending: (isPending: boolean) => void
}

/** Its own component, so that a typed word and an old error are gone the next time the dialog opens. */
function ConfirmBody(props: ConfirmBodyProps) {
  const {
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    isDangerous = false,
    typeToConfirm,
    onClose,
    onConfirm,
    isPending,
    setPending,
  } = props
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const isLocked = typeToConfirm !== undefined && typed.trim() !== typeToConfirm

  const confirm = async () => {
    setPending(true)
    setFailure(null)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure({ error })
    } finally {
      setPending(false)
    }
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        // React tells the form around the dialog too, though it is none in the page.
        event.stopPropagation()
        if (!isLocked && !isPending) void confirm()
      }}
    >
      <div className="grid gap-2 text-soft">{children}</div>
      {typeToConfirm && (
        <TextField
          label={`Type ${typeToConfirm} to continue`}
          value={typed}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {failure && <ErrorNotice error={failure.error} />}
      <div className="flex flex-col-reverse gap-2.5 pt-1 sm:flex-row sm:justify-end">
        <Button onClick={onClose} disabled={isPending}>
          {cancelLabel}
        </Button>
        <Button type="submit" variant={isDangerous ? 'danger' : 'go'} disabled={isLocked} isPending={isPending}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
