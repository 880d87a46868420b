import { SearchSelect } from '../ui/search-select.tsx'
import { cityOfZone, deviceZone, nameOfZone, offsetOfZone, searchZones } from './time-zones.ts'

type ZoneSelectProps = {
  label: string
  value: string
  onChange: (zone: string) => void
  /** Zones to have at hand besides the one chosen and the device's own. */
  also?: readonly string[]
  /** Says no more than the city's name. */
  isPill?: boolean
  className?: string
}

/** An IANA zone by its city's name. Offsets are those of today. */
export function ZoneSelect({ label, value, onChange, also = [], isPill = false, className }: ZoneSelectProps) {
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
        searchZones(typed, [value, ...also, deviceZone()], now).map((zone) => ({
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
