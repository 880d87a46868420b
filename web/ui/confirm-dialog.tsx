import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { TextField } from './field.tsx'

type ConfirmDialogProps = {
  title: string
  /** Says what will happen, and whether the user can undo it. */
  children: ReactNode
  /** A verb, such as Delete or Unlink. */
  confirmLabel: string
  cancelLabel?: string
  isDangerous?: boolean
  /** A word that the user must type first. Use it for actions that cannot be undone. */
  typeToConfirm?: string
  width?: number
  isOpen: boolean
  onClose: () => void
  /** If this throws, the dialog stays open and shows the error. Otherwise it closes. */
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

/** This is a component of its own so that its state, the typed word and an old error, is reset each time the dialog opens. */
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
  const [typedText, setTypedText] = useState('')
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const isLocked = typeToConfirm !== undefined && typedText.trim() !== typeToConfirm

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
        // React also sends the event to a form that renders this dialog, although the dialog is outside of that form in the page.
        event.stopPropagation()
        if (!isLocked && !isPending) void confirm()
      }}
    >
      <div className="grid gap-2 text-soft wrap-anywhere">{children}</div>
      {typeToConfirm && (
        <TextField
          label={`Type ${typeToConfirm} to continue`}
          value={typedText}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => setTypedText(event.target.value)}
        />
      )}
      {failure && <ErrorNotice error={failure.error} />}
      <div className="flex flex-col-reverse gap-2.5 pt-1 sm:flex-row sm:justify-end">
        <Button onClick={onClose} disabled={isPending} className="flex-none">
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          variant={isDangerous ? 'danger' : 'primary'}
          disabled={isLocked}
          isPending={isPending}
          className="wrap-anywhere"
        >
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
