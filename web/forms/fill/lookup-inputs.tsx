import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { activitiesByName, findActivity } from '../../../domain/activities.ts'
import { findActivitiesNamed } from '../../../domain/activity-names.ts'
import { cityLabel } from '../../../domain/cities/rules.ts'
import { formatPlaceAddress } from '../../../domain/places/rules.ts'
import { CityField } from '../../cities/city-field.tsx'
import { cityById } from '../../cities/queries.ts'
import { placesByName } from '../../places/places-by-name.ts'
import { placeById } from '../../places/queries.ts'
import { publicProfile } from '../../profiles/queries.ts'
import { MemberPicker } from '../../roster/member-picker.tsx'
import { LazyComboBox } from '../../ui/lazy-combo-box.tsx'
import { readError } from '../../ui/read-error.ts'
import { SearchSelect } from '../../ui/search-select.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { type InputProps, textIn, textsOf } from './field-props.ts'
import { useFormFacts } from './form-context.ts'
import { Picked } from './picked.tsx'
import { Question } from './question.tsx'

const selectableActivities = [...activitiesByName(), ...[findActivity('other')].filter((one) => one !== undefined)]

export function ActivityInput(props: InputProps<'activity'>) {
  const { value, onChange, error } = props
  const texts = textsOf(props)
  const chosen = findActivity(textIn(value))
  return (
    <Question {...texts} onClear={texts.isOptional && chosen ? () => onChange(null) : undefined}>
      <SearchSelect
        label={texts.label}
        value={chosen?.id ?? null}
        valueText={chosen?.label ?? <span className="text-soft">Choose one</span>}
        getOptions={(query) =>
          (query.trim() === '' ? selectableActivities : findActivitiesNamed(query, selectableActivities)).map(({ id, label }) => ({
            value: id,
            label,
          }))
        }
        onChange={onChange}
        placeholder="Pickleball, chess, running"
        emptyText="No activity has this name. You can choose Other."
        isInvalid={error !== undefined}
        className="w-full"
      />
    </Question>
  )
}

/** The name of what was picked just now, or of what a restored answer names. */
function useNameOf(value: unknown, readName: string | undefined, hasFailed: boolean) {
  const [picked, setPicked] = useState<{ id: string; name: string } | null>(null)
  const id = textIn(value)
  // A name that cannot be read must not hide that something is chosen.
  const name = id === '' ? null : picked?.id === id ? picked.name : (readName ?? (hasFailed ? 'Chosen before' : '…'))
  return { name, isKnown: picked?.id === id, setPicked }
}

export function CityInput(props: InputProps<'city'>) {
  const { value, onChange } = props
  const id = Number(textIn(value))
  const { data, isError } = useQuery({ ...cityById(id), enabled: Number.isInteger(id) && id > 0 })
  const { name } = useNameOf(value, data && cityLabel(data), isError || !(id > 0))
  return (
    <Picked texts={textsOf(props)} name={name} onClear={() => onChange(null)}>
      {({ label }) => <CityField label={label} onPick={(city) => city && onChange(String(city.id))} />}
    </Picked>
  )
}

const searchDelayMs = 200

export function PlaceInput(props: InputProps<'place'>) {
  const { value, onChange } = props
  const [text, setText] = useState('')
  const search = useDebounced(text, searchDelayMs)
  const found = useQuery(placesByName(search, null))
  const { data, isError } = useQuery({ ...placeById(textIn(value)), enabled: textIn(value) !== '' })
  const { name, setPicked } = useNameOf(value, data?.name, isError)
  return (
    <Picked texts={textsOf(props)} name={name} onClear={() => onChange(null)}>
      {({ label, hasPickedBefore }) => (
        <LazyComboBox
          label={label}
          autoFocus={hasPickedBefore}
          placeholder="Search by name"
          items={text.trim() === '' ? [] : (found.data?.places ?? [])}
          getKey={(place) => place.id}
          getText={(place) => place.name}
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
            setPicked(place)
            onChange(place.id)
          }}
          isLoading={found.isFetching || search !== text}
          emptyText={text.trim().length < 2 ? 'Type at least two letters.' : 'We found no place with this name.'}
          error={found.error ? readError(found.error).message : undefined}
        />
      )}
    </Picked>
  )
}

/** Only members see who is in the community, so only they can name somebody. */
export function PersonInput(props: InputProps<'person'>) {
  const { value, onChange } = props
  const { isSignedIn, memberOf } = useFormFacts()
  const id = useId()
  const { data, isError } = useQuery({ ...publicProfile(textIn(value)), enabled: isSignedIn && textIn(value) !== '' })
  const { name, setPicked } = useNameOf(value, data?.displayName, isError || !isSignedIn)
  return (
    <Picked texts={textsOf(props)} name={name} onClear={() => onChange(null)}>
      {({ label }) =>
        memberOf !== null ? (
          <MemberPicker
            label={label}
            teamId={memberOf}
            onPick={(person) => {
              setPicked(person)
              onChange(person.id)
            }}
          />
        ) : (
          <>
            <p id={id} className="text-small font-strong">
              {label}
            </p>
            <p className="text-soft">
              {isSignedIn
                ? 'Only members of this community can choose somebody who is in it.'
                : 'Sign in as a member of this community to choose somebody who is in it.'}
            </p>
          </>
        )
      }
    </Picked>
  )
}
