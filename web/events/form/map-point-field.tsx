import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import type { EventLocation } from '../../../domain/events/form-contract.ts'
import type { LatLng } from '../../../domain/geo/contract.ts'
import { roundLocation } from '../../../domain/places/rules.ts'
import { AddressField } from '../../activity-subscriptions/address-field.tsx'
import { namePin } from '../../maps/name-pin.ts'
import { PointPicker, useStreets } from '../../maps/point-picker.tsx'
import { LocateButton } from '../../places/locate-button.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

type MapPointFieldProps = {
  value: EventLocation | null
  around: LatLng | null
  onChange: (where: EventLocation) => void
  onBack: () => void
}

const maxNameLength = 80
const normalizeLongitude = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180

/** Any point on the map. Until the host types a name, the point is named after its address, city or neighborhood, if there is one. */
export default function MapPointField({ value, around, onChange, onBack }: MapPointFieldProps) {
  const [customName, setCustomName] = useState(value && value.placeId === null ? value.name : '')
  const hasStreets = useStreets()
  const pinCount = useRef(0)
  const latestName = useRef(customName)
  latestName.current = customName
  const placePin = async (pin: LatLng, picked?: { name: string; address: string }) => {
    pinCount.current += 1
    const thisPin = pinCount.current
    const point = { placeId: null, ...roundLocation({ lat: pin.lat, lng: normalizeLongitude(pin.lng) }) }
    const getName = () => latestName.current.trim()
    // The form can be sent with the coordinates alone. The name and the address follow once the map has loaded them.
    onChange({ ...point, name: getName() || picked?.name || 'A point on the map', address: picked?.address ?? '' })
    if (picked) return
    const { name, description } = await namePin(point)
    // If the host has placed another pin meanwhile, this name is outdated.
    if (thisPin === pinCount.current) onChange({ ...point, name: getName() || name, address: description })
  }
  const rename = (name: string) => {
    setCustomName(name)
    if (value) onChange({ ...value, name: name.trim().length >= 2 ? name : value.address.replace(/^Near /, '') || 'A point on the map' })
  }
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="quiet" size="small" onClick={onBack} className="-ml-3.5">
          <ArrowLeft size={17} aria-hidden="true" /> {value ? 'Done' : 'Back to places'}
        </Button>
      </div>
      <PointPicker label="Where the game is" pin={value} around={around} onPin={(pin) => void placePin(pin)} className="h-72 sm:h-96" />
      <p role="status" className="text-small text-soft">
        {[
          value && `${value.address || value.name}.`,
          hasStreets && (value ? 'Drag the pin to the exact spot.' : 'Tap the map where the game takes place.'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <AddressField
          address={null}
          onPick={(address) => {
            if (address) void placePin(address, { name: address.name, address: address.description.slice(0, 200) })
          }}
        />
        <LocateButton onFound={(pin) => void placePin(pin)} />
      </div>
      <TextField
        label="Name of the place"
        isOptional
        placeholder="Zilker Park, court 2"
        autoComplete="off"
        limit={maxNameLength}
        value={customName}
        onChange={(event) => rename(event.target.value)}
      />
    </div>
  )
}
