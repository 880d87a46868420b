import { useMutation } from '@tanstack/react-query'
import { slowPauseNames, slowPauses } from '../../domain/messages/slow-mode.ts'
import { Dialog } from '../ui/dialog.tsx'
import { OptionChips } from '../ui/option-chips.tsx'
import { settingSlowMode } from './slow-mode-queries.ts'
import type { SlowState } from './slow-state.ts'

type SlowModeDialogProps = { conversationId: string; pause: SlowState['pause']; isOpen: boolean; onClose: () => void }

const off = 'off'
const options = [
  { id: off, name: 'As often as they like' },
  ...slowPauses.map((pause) => ({ id: String(pause), name: slowPauseNames[pause] })),
]

/** Whoever keeps order sets how often people can write. */
export default function SlowModeDialog({ conversationId, pause, isOpen, onClose }: SlowModeDialogProps) {
  const { mutate } = useMutation(settingSlowMode)
  const choose = (id: string | null) => {
    // A press on what is set already changes nothing.
    if (id !== null) mutate({ conversationId, pause: slowPauses.find((one) => String(one) === id) ?? null })
    onClose()
  }
  return (
    <Dialog title="Slow mode" isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-4">
        <OptionChips
          legend="How often can each person write?"
          options={options}
          value={pause === null ? off : String(pause)}
          onChange={choose}
        />
        <p className="text-small text-soft">This does not apply to people who can hide messages here, like you.</p>
      </div>
    </Dialog>
  )
}
