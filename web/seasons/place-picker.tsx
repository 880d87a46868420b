import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventLocation } from '../../domain/events/form-contract.ts'
import { formatPlaceAddress } from '../../domain/places/rules.ts'
import { placesByName } from '../places/places-by-name.ts'
import { Button } from '../ui/button.tsx'
import { LazyComboBox } from '../ui/lazy-combo-box.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useFocusOfPick } from '../ui/use-focus-of-pick.ts'

const searchDelayMs = 200

/** Finds the place of games by its name. */
export function PlacePicker({ where, onPick }: { where: EventLocation | null; onPick: (where: EventLocation | null) => void }) {
  const [text, setText] = useState('')
  const { data, isFetching } = useQuery(placesByName(useDebounced(text, searchDelayMs), null))
  const { button, hasPickedBefore } = useFocusOfPick(where !== null)
  if (where) {
    return (
      <div className="grid gap-1.5">
        <p className="text-small font-strong">Place</p>
        <div className="flex items-center justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">{where.name}</span>
          <Button ref={button} size="small" variant="quiet" onClick={() => onPick(null)}>
            Choose another
          </Button>
        </div>
      </div>
    )
  }
  return (
    <LazyComboBox
      label="Place"
      autoFocus={hasPickedBefore}
      placeholder="Search by name"
      items={data?.places ?? []}
      getKey={({ id }) => id}
      getText={({ name }) => name}
      renderItem={(place) => (
        <span className="grid">
          <span className="font-medium">{place.name}</span>
          <span className="text-small text-soft">{formatPlaceAddress(place)}</span>
        </span>
      )}
      inputValue={text}
      onInputChange={setText}
      onPick={(place) => {
        if (!place) return
        setText('')
        const { id, name, lat, lng } = place
        onPick({ placeId: id, name, address: formatPlaceAddress(place), lat, lng })
      }}
      isLoading={isFetching}
      emptyText={text.trim().length < 2 ? 'Type at least two letters.' : 'We found no place with this name.'}
    />
  )
}
