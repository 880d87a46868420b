import { SearchSelect } from '../ui/search-select.tsx'
import { cityOfZone, getDeviceTimeZone, nameOfZone, offsetOfZone, searchZones } from './time-zones.ts'

type ZoneSelectProps = {
  label: string
  value: string
  onChange: (zone: string) => void
  /** Zones to list first, besides the selected zone and the zone of the device. */
  extraZones?: readonly string[]
  /** Shows a small button with only the name of the city. */
  isPill?: boolean
  className?: string
}

/** Selects an IANA time zone by the name of its city. The offsets are those of today. */
export function ZoneSelect({ label, value, onChange, extraZones = [], isPill = false, className }: ZoneSelectProps) {
  const now = Date.now()
  const labelOf = (zone: string) => [cityOfZone(zone), nameOfZone(zone, now)].filter(Boolean).join(', ')
  return (
    <SearchSelect
      label={label}
      value={value}
      look={isPill ? 'pill' : 'box'}
      valueText={
        isPill ? (
          `${cityOfZone(value)} time`
        ) : (
          <>
            {labelOf(value)} <span className="text-soft">{offsetOfZone(value, now)}</span>
          </>
        )
      }
      getOptions={(typed) =>
        searchZones(typed, [value, ...extraZones, getDeviceTimeZone()], now).map((zone) => ({
          value: zone,
          label: labelOf(zone),
          hint: offsetOfZone(zone, now),
        }))
      }
      onChange={onChange}
      placeholder="Search a city or zone"
      emptyText="No time zone with this name. Try a large city nearby."
      {...(className ? { className } : {})}
    />
  )
}
