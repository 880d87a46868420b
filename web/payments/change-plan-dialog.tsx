import { useState } from 'react'
import type { PlanRow } from '../../domain/payments/contract.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ConfirmCancel } from './confirm-cancel.tsx'
import { ConfirmChange } from './confirm-change.tsx'
import type { PlanHolder } from './plan-holder.ts'
import { PlanPicker } from './plan-picker.tsx'

type ChangePlanDialogProps = { holder: PlanHolder; isOpen: boolean; onClose: () => void }

/** Where somebody chooses another plan, for themselves or for a community. */
export function ChangePlanDialog({ holder, isOpen, onClose }: ChangePlanDialogProps) {
  return (
    <Dialog title="Change Plan" isOpen={isOpen} onClose={onClose} width={550} height={500}>
      <Steps holder={holder} onDone={onClose} />
    </Dialog>
  )
}

/** A component of its own, so that the dialog opens with the first step each time. */
function Steps({ holder, onDone }: { holder: PlanHolder; onDone: () => void }) {
  const [level, setLevel] = useState(holder.level)
  const [picked, setPicked] = useState<PlanRow | null>(null)
  if (!picked) return <PlanPicker holder={holder} level={level} onLevel={setLevel} onPick={setPicked} onDone={onDone} />
  const step = { holder, plan: picked, onBack: () => setPicked(null), onDone }
  return picked.priceId === null ? <ConfirmCancel {...step} /> : <ConfirmChange {...step} />
}
