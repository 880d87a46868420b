import { Undo2, UserMinus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Menu } from '../ui/menu.tsx'

type ConnectionMenuProps = { name: string; state: 'sent' | 'connected'; onEnd: () => void; children: ReactNode }

/**
 * The menu behind the "Requested" and "Connected" buttons. Removing a connection asks for confirmation, because both people must
 * agree to connect again.
 */
export default function ConnectionMenu({ name, state, onEnd, children }: ConnectionMenuProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      {state === 'sent' ? (
        <Menu
          opensOnMount
          label="Requested"
          variant="plain"
          entries={[{ id: 'withdraw', label: 'Withdraw request', icon: <Undo2 size={18} aria-hidden="true" />, onPress: onEnd }]}
        >
          {children}
        </Menu>
      ) : (
        <Menu
          opensOnMount
          label="Connected"
          variant="plain"
          entries={[
            {
              id: 'remove',
              label: 'Remove connection',
              icon: <UserMinus size={18} aria-hidden="true" />,
              isDangerous: true,
              onPress: () => setConfirming(true),
            },
          ]}
        >
          {children}
        </Menu>
      )}
      <ConfirmDialog
        title="Remove this connection?"
        confirmLabel="Remove"
        isDangerous
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={onEnd}
      >
        <p className="wrap-anywhere">{name} will not be notified. To connect again, one of you has to send a new request.</p>
      </ConfirmDialog>
    </>
  )
}
