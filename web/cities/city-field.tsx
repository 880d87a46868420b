import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import type { City } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { usStates } from '../../domain/us-states.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { readError } from '../ui/error-words.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { WaitingField } from '../ui/waiting-field.tsx'
import { citySearch } from './queries.ts'

const ComboBox = lazyAfterPaint(async () => (await import('../ui/combo-box.tsx')).ComboBox<City>)

type CityFieldProps = {
  label?: string
  isLabelHidden?: boolean
  size?: 'normal' | 'large'
  picked?: City | null
  /** A city once one is picked; null as soon as the text no longer is that city. */
  onPick: (city: City | null) => void
}

const pauseBeforeSearch = 120

/** A US city or town, picked from those there are. Typing works before the list's own code has arrived. */
export function CityField({ label = 'City', isLabelHidden = false, size = 'normal', picked = null, onPick }: CityFieldProps) {
  const [text, setText] = useState(picked ? cityLabel(picked) : '')
  const hadFocus = useRef(false)
  // A picked city is known already; only what is typed is looked up.
  const wanted = picked && text === cityLabel(picked) ? '' : text
  const search = useDebounced(wanted, pauseBeforeSearch)
  const { data, isFetching, error } = useQuery(citySearch(search))
  const placeholder = 'Austin, TX'
  return (
    <Suspense
      fallback={
        <WaitingField
          label={label}
          isLabelHidden={isLabelHidden}
          size={size}
          placeholder={placeholder}
          value={text}
          onChange={setText}
          onFocusChange={(isFocused) => {
            hadFocus.current = isFocused
          }}
        />
      }
    >
      <ComboBox
        label={label}
        isLabelHidden={isLabelHidden}
        size={size}
        placeholder={placeholder}
        items={text.trim() === '' ? [] : (data?.cities ?? [])}
        getKey={(city) => String(city.id)}
        getText={cityLabel}
        renderItem={(city) => (
          <span className="flex w-full items-baseline justify-between gap-4">
            <span className="font-strong">{city.name}</span>
            <span className="text-small text-soft">{usStates[city.state]}</span>
          </span>
        )}
        inputValue={text}
        onInputChange={setText}
        onPick={onPick}
        defaultPicked={picked}
        isLoading={isFetching || search !== wanted}
        emptyText="No US city begins like that."
        error={error ? readError(error).message : undefined}
        autoFocus={hadFocus.current}
      />
    </Suspense>
  )
}
