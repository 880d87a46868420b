import { useQuery } from '@tanstack/react-query'
import type { FormContent } from '../../../domain/forms/content.ts'
import { putsOnRosters } from '../../../domain/forms/list-options.ts'
import { leavesOutsidersOut } from '../../../domain/forms/settings.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { formSettings } from '../settings/queries.ts'
import { useBuilder } from './view.ts'

/** Only members are registered for a season. Says so if others can fill the form too, and do not become members by it. */
export function RosterNote({ content, onOpenSettings }: { content: FormContent; onOpenSettings: () => void }) {
  const { formId } = useBuilder()
  const registers = putsOnRosters(content)
  const { data } = useQuery({ ...formSettings(formId), enabled: registers })
  if (!registers || !data || !leavesOutsidersOut(data)) return null
  return (
    <div role="note" className="grid gap-0.5 border-l-2 border-warn pl-4">
      <p className="font-strong text-ink">Not everybody gets on the roster</p>
      <p>
        This form registers people for a season, and that works only for members. Others can fill it too, and do not become members. You can
        change both in the <TextButton onClick={onOpenSettings}>settings</TextButton>.
      </p>
    </div>
  )
}
