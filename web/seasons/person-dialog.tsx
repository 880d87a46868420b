import { useMutation, useQuery } from '@tanstack/react-query'
import { UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import type { RegistrationKind, SeasonDetail, SeasonGuest, SeasonPerson } from '../../domain/seasons/contract.ts'
import { PersonComboBox } from '../profiles/person-combo-box.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Select } from '../ui/select.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useFocusOfPick } from '../ui/use-focus-of-pick.ts'
import { kindNames } from './format-people.ts'
import { placingGuest, registering, seasonCandidates } from './queries.ts'

type PersonDialogProps = {
  season: SeasonDetail
  /** The person whose part changes. Without one, the dialog adds a member of the community. */
  person?: SeasonPerson
  /** The guest whose group changes. */
  guest?: SeasonGuest
  onClose: () => void
}

const kinds: readonly RegistrationKind[] = ['player', 'captain', 'freeAgent', 'substitute']
const noGroup = 'none'
const searchDelayMs = 150

/** Guests only play, so they have a group and no other part. */
type Picked = { face: Face; isGuest: boolean }

/** Adds a member or guest of the community to the season, or changes how they take part. */
export function PersonDialog({ season, person, guest, onClose }: PersonDialogProps) {
  const known = person?.person ?? (guest && { id: guest.id, name: guest.name, pictureUrl: null })
  const [picked, setPicked] = useState<Picked | null>(known ? { face: known, isGuest: guest !== undefined } : null)
  const [chosenKind, setKind] = useState<RegistrationKind>(person?.kind ?? 'player')
  const [group, setGroup] = useState(person?.groupId ?? guest?.groupId ?? noGroup)
  const register = useMutation(registering)
  const place = useMutation(placingGuest)
  const isPending = register.isPending || place.isPending
  const kind = picked?.isGuest ? 'player' : chosenKind
  const needsGroup = kind === 'captain'
  const mayHaveGroup = kind === 'player' || needsGroup
  const groupId = mayHaveGroup && group !== noGroup ? group : null
  const save = async () => {
    if (!picked) return
    if (picked.isGuest) await place.mutateAsync({ seasonId: season.id, guestId: picked.face.id, groupId })
    else await register.mutateAsync({ seasonId: season.id, userId: picked.face.id, kind, groupId })
    onClose()
  }
  const groups = season.groups.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Dialog title={known?.name ?? 'Add a person'} isOpen onClose={onClose} width={420} isDismissable={!isPending}>
      <div className="grid gap-4">
        {!known && <CandidatePicker seasonId={season.id} picked={picked} onPick={setPicked} />}
        {!picked?.isGuest && (
          <Select
            label="Takes part as"
            options={kinds
              .filter((each) => each !== 'captain' || groups.length > 0)
              .map((each) => ({ value: each, label: kindNames[each] }))}
            value={kind}
            onChange={setKind}
          />
        )}
        {mayHaveGroup && groups.length > 0 && (
          <Select
            label="Group"
            options={needsGroup ? groups : [{ value: noGroup, label: 'No group yet' }, ...groups]}
            value={needsGroup && group === noGroup ? null : group}
            onChange={setGroup}
          />
        )}
        {(register.isError || place.isError) && <ErrorNotice error={register.error ?? place.error} />}
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={!picked || (needsGroup && groupId === null)}
            isPending={isPending}
            onClick={() => void save().catch(() => undefined)}
          >
            {known ? 'Save' : 'Add person'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type CandidatePickerProps = { seasonId: string; picked: Picked | null; onPick: (person: Picked | null) => void }

function CandidatePicker({ seasonId, picked, onPick }: CandidatePickerProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text, searchDelayMs)
  const { data, isFetching, error } = useQuery(seasonCandidates(seasonId, search))
  const { button, hasPickedBefore } = useFocusOfPick(picked !== null)
  if (picked) {
    return (
      <div className="flex items-center gap-3">
        <Avatar face={picked.face} size={40} isDecorative />
        <span className="min-w-0 flex-1 font-strong wrap-anywhere">{picked.face.name}</span>
        <Button ref={button} size="small" variant="quiet" onClick={() => onPick(null)}>
          Choose another
        </Button>
      </div>
    )
  }
  const guests = data?.guests ?? []
  const faces = guests.map(({ id, name, isChild }) => ({ id, name: `${name} · ${isChild ? 'Child' : 'Guest'}`, pictureUrl: null }))
  return (
    <PersonComboBox
      label="Member or guest"
      icon={UserRoundSearch}
      autoFocus={hasPickedBefore}
      placeholder="Search by name"
      people={[...(data?.people ?? []), ...faces]}
      text={text}
      onTextChange={setText}
      onPick={(face) => onPick({ face, isGuest: guests.some(({ id }) => id === face.id) })}
      isLoading={isFetching}
      emptyText="No other member or guest has this name."
      error={error}
    />
  )
}
