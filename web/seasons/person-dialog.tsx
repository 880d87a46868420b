import { useMutation, useQuery } from '@tanstack/react-query'
import { UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import type { RegistrationKind, SeasonDetail, SeasonPerson } from '../../domain/seasons/contract.ts'
import { PersonComboBox } from '../profiles/person-combo-box.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Select } from '../ui/select.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useFocusOfPick } from '../ui/use-focus-of-pick.ts'
import { kindNames } from './format-people.ts'
import { registering, seasonCandidates } from './queries.ts'

type PersonDialogProps = {
  season: SeasonDetail
  /** The person whose part changes. Without one, the dialog adds a member of the community. */
  person?: SeasonPerson
  onClose: () => void
}

const kinds: readonly RegistrationKind[] = ['player', 'captain', 'freeAgent', 'substitute']
const noGroup = 'none'
const searchDelayMs = 150

/** Adds a member of the community to the season, or changes how a person takes part. */
export function PersonDialog({ season, person, onClose }: PersonDialogProps) {
  const [picked, setPicked] = useState<Face | null>(person?.person ?? null)
  const [kind, setKind] = useState<RegistrationKind>(person?.kind ?? 'player')
  const [group, setGroup] = useState(person?.groupId ?? noGroup)
  const register = useMutation(registering)
  const needsGroup = kind === 'captain'
  const mayHaveGroup = kind === 'player' || needsGroup
  const groupId = mayHaveGroup && group !== noGroup ? group : null
  const save = async () => {
    if (!picked) return
    await register.mutateAsync({ seasonId: season.id, userId: picked.id, kind, groupId })
    onClose()
  }
  const groups = season.groups.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Dialog title={person ? person.person.name : 'Add a person'} isOpen onClose={onClose} width={420} isDismissable={!register.isPending}>
      <div className="grid gap-4">
        {!person && <CandidatePicker seasonId={season.id} picked={picked} onPick={setPicked} />}
        <Select
          label="Takes part as"
          options={kinds.filter((each) => each !== 'captain' || groups.length > 0).map((each) => ({ value: each, label: kindNames[each] }))}
          value={kind}
          onChange={setKind}
        />
        {mayHaveGroup && groups.length > 0 && (
          <Select
            label="Group"
            options={needsGroup ? groups : [{ value: noGroup, label: 'No group yet' }, ...groups]}
            value={needsGroup && group === noGroup ? null : group}
            onChange={setGroup}
          />
        )}
        {register.isError && <ErrorNotice error={register.error} />}
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={register.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={!picked || (needsGroup && groupId === null)}
            isPending={register.isPending}
            onClick={() => void save().catch(() => undefined)}
          >
            {person ? 'Save' : 'Add person'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type CandidatePickerProps = { seasonId: string; picked: Face | null; onPick: (person: Face | null) => void }

function CandidatePicker({ seasonId, picked, onPick }: CandidatePickerProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text, searchDelayMs)
  const { data, isFetching, error } = useQuery(seasonCandidates(seasonId, search))
  const { button, hasPickedBefore } = useFocusOfPick(picked !== null)
  if (picked) {
    return (
      <div className="flex items-center gap-3">
        <Avatar face={picked} size={40} isDecorative />
        <span className="min-w-0 flex-1 font-strong wrap-anywhere">{picked.name}</span>
        <Button ref={button} size="small" variant="quiet" onClick={() => onPick(null)}>
          Choose another
        </Button>
      </div>
    )
  }
  return (
    <PersonComboBox
      label="Member"
      icon={UserRoundSearch}
      autoFocus={hasPickedBefore}
      placeholder="Search by name"
      people={data?.people ?? []}
      text={text}
      onTextChange={setText}
      onPick={onPick}
      isLoading={isFetching}
      emptyText="No other member has this name."
      error={error}
    />
  )
}
