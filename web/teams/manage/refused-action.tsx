import { type ReactNode, useId } from 'react'
import type { Capability } from '../../../domain/access/can.ts'
import type { TeamDetail } from '../../../domain/teams/detail-contract.ts'
import { Button } from '../../ui/button.tsx'
import { listRolesThatMay, writeWhoMay } from './write-who-may.ts'

type RefusedActionProps = {
  team: Pick<TeamDetail, 'faces' | 'customRoles'>
  capability: Capability
  /** What the viewer may not do, such as "edit this community". */
  action: string
  children: ReactNode
}

/** A button that the viewer may not use. It can be reached by keyboard, and says which roles may use it and who has one of them. */
export default function RefusedAction({ team, capability, action, children }: RefusedActionProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
      <Button
        size="small"
        aria-disabled
        aria-describedby={id}
        className="cursor-not-allowed text-soft! hover:bg-card! active:brightness-100!"
      >
        {children}
      </Button>
      <p id={id} className="min-w-[min(15rem,100%)] flex-1 text-small text-soft wrap-anywhere">
        {writeWhoMay({ capability, action, people: team.faces, customRoles: listRolesThatMay(team, capability) })}
      </p>
    </div>
  )
}
