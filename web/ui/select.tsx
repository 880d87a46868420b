import { Check, ChevronDown } from 'lucide-react'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, Button, SelectValue } from 'react-aria-components/Select'
import { Text } from 'react-aria-components/Text'
import { joinClasses } from './class-names.ts'
import { controlClasses, FieldError, type FieldTexts } from './field.tsx'
import { optionClasses, popoverClasses } from './overlay-classes.ts'

export type Option<Value extends string> = { value: Value; label: string; hint?: string; isDisabled?: boolean }

type SelectProps<Value extends string> = FieldTexts & {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  onBlur?: () => void
  placeholder?: string
  name?: string
  isDisabled?: boolean
  isRequired?: boolean
  className?: string
}

export function Select<Value extends string>({
  label,
  isLabelHidden,
  isOptional,
  hint,
  error,
  options,
  value,
  onChange,
  onBlur,
  placeholder = 'Choose one',
  name,
  isDisabled = false,
  isRequired = false,
  className,
}: SelectProps<Value>) {
  const pick = (key: unknown) => {
    const picked = options.find((option) => option.value === key)
    if (picked) onChange(picked.value)
  }
  return (
    <AriaSelect
      value={value}
      onChange={pick}
      placeholder={placeholder}
      isDisabled={isDisabled}
      isRequired={isRequired}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      {...(onBlur ? { onBlur } : {})}
      {...(name ? { name } : {})}
      className={joinClasses('grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5', className)}
    >
      <Label className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3 text-small font-strong wrap-anywhere'}>
        {label}
        {isOptional && <span className="font-normal text-soft">Optional</span>}
      </Label>
      <Button className={controlClasses(Boolean(error), 'flex h-11.5 items-center justify-between gap-2 pr-3 pl-3.5 text-left')}>
        <SelectValue className="truncate data-placeholder:text-soft">
          {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
        </SelectValue>
        <ChevronDown size={18} aria-hidden="true" className="flex-none text-soft" />
      </Button>
      {error && (
        <Text slot="errorMessage">
          <FieldError>{error}</FieldError>
        </Text>
      )}
      {hint && (
        <Text slot="description" className="text-small text-soft">
          {hint}
        </Text>
      )}
      <Popover offset={6} className={popoverClasses('min-w-(--trigger-width) max-w-[min(26rem,calc(100vw-1.5rem))]')}>
        <ListBox className="outline-none">
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              isDisabled={option.isDisabled ?? false}
              className={optionClasses('justify-between')}
            >
              {({ isSelected }) => (
                <>
                  <span className="grid min-w-0 wrap-anywhere">
                    <span className={isSelected ? 'font-strong' : undefined}>{option.label}</span>
                    {option.hint && <span className="text-small text-soft">{option.hint}</span>}
                  </span>
                  <Check size={18} aria-hidden="true" className={joinClasses('flex-none text-court', !isSelected && 'invisible')} />
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
