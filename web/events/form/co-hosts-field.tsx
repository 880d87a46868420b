import { X } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { maxCoHosts } from '../../../domain/events/co-host-limits.ts'
import type { FormCoHost, FormValues } from '../../../domain/events/form-values.ts'
import { useViewer } from '../../app-state.ts'
import { PersonPicker } from '../../profiles/person-picker.tsx'
import { PersonRow } from '../../profiles/person-row.tsx'
import { FieldError } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { changeOptions } from './when-fields.tsx'

const formatState = ({ hasAccepted }: FormCoHost): string | null => {
  if (hasAccepted === undefined) return 'Will be asked when you save'
  return hasAccepted ? null : 'Asked, has not answered'
}

/** The people who host the game together with its creator. */
export function CoHostsField() {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const coHosts = useWatch({ control, name: 'coHosts' })
  const viewer = useViewer()
  const error = formState.errors.coHosts?.message
  const set = (next: FormValues['coHosts']) => setValue('coHosts', next, changeOptions)
  return (
    <>
      <p className="text-small text-soft">
        Co-hosts can change the game, give people seats and check them in. Choose from your connections and communities. They are asked when
        you save, and are co-hosts once they accept. To ask somebody else, save the game, go to Manage and choose “Invite a co-host” in its
        menu.
      </p>
      {coHosts.length > 0 && (
        <ul aria-label="Co-hosts" className="border-t border-line">
          {coHosts.map((face) => (
            <PersonRow key={face.id} face={face} note={formatState(face)}>
              <IconButton
                label={`Remove ${face.name}`}
                onClick={() => set(coHosts.filter(({ id }) => id !== face.id))}
                className="text-soft"
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            </PersonRow>
          ))}
        </ul>
      )}
      {coHosts.length < maxCoHosts && (
        <PersonPicker
          label="Add a co-host"
          excludedIds={[...coHosts.map(({ id }) => id), ...(viewer ? [viewer.id] : [])]}
          onPick={(person) => set([...coHosts, person])}
        />
      )}
      {error && <FieldError>{error}</FieldError>}
    </>
  )
}
