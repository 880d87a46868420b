import { useState } from 'react'
import type { LatLng } from '../../domain/geo/contract.ts'
import { readCoordinates } from '../../domain/geo/read-coordinates.ts'
import { useConfig } from '../app-state.ts'
import { TextField } from '../ui/field.tsx'
import { type Around, MapView } from './map-view.tsx'

type PointPickerProps = {
  label: string
  pin: LatLng | null
  /** The area that the map shows while there is no pin. */
  around: Around | null
  onPin: (pin: LatLng) => void
  className: string
}

/** Whether a map of this deployment has streets, so that a tap on it is exact enough for a game or a place. */
export const useStreets = () => useConfig().map.tiles !== null

/**
 * Sets an exact point: by a tap on a map with streets. Our own map has none, so there the point comes from the address field next
 * to this part, from the device, or from coordinates, and the map only shows it.
 */
export function PointPicker({ label, pin, around, onPin, className }: PointPickerProps) {
  const hasStreets = useStreets()
  const { geocoder } = useConfig().map
  if (hasStreets) return <MapView label={label} pin={pin} around={around} onPin={onPin} className={className} />
  return (
    <div className="grid gap-3">
      <p className="text-small text-soft">
        This map has no streets, so you cannot place a pin on it. Search for {geocoder ? 'the address' : 'the city'}, use your location when
        you are there, or paste the coordinates.
      </p>
      <CoordinatesField onPin={onPin} />
      <MapView label={label} pin={pin} around={around} className={className} />
    </div>
  )
}

function CoordinatesField({ onPin }: Pick<PointPickerProps, 'onPin'>) {
  const [text, setText] = useState('')
  const [isLeft, setLeft] = useState(false)
  const type = (next: string) => {
    setText(next)
    setLeft(false)
    const found = readCoordinates(next)
    if (found) onPin(found)
  }
  const isWrong = isLeft && text.trim() !== '' && readCoordinates(text) === null
  return (
    <TextField
      label="Coordinates"
      isOptional
      placeholder="30.2672, -97.7431"
      hint="Map apps copy them when you press and hold a point."
      autoComplete="off"
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setLeft(true)}
      error={isWrong ? 'Write the latitude and the longitude, like 30.2672, -97.7431.' : undefined}
    />
  )
}
