import { expect, test } from 'vitest'
import { zoneLabel, zoneName } from './zone-name.ts'

test('a time zone has the name that people call it by', () => {
  expect(['America/Chicago', 'America/New_York', 'Asia/Kathmandu'].map(zoneName)).toEqual([
    'Central Time',
    'Eastern Time',
    'Nepal Time',
  ])
})

test('in a choice, the city tells zones of one name apart', () => {
  expect(zoneLabel('America/New_York')).toBe('Eastern Time (New York)')
  expect(zoneLabel('America/Indiana/Knox')).toBe('Central Time (Knox)')
})

test('a zone without a name of its own keeps its identifier', () => {
  expect(['UTC', 'Etc/GMT+12', 'Atlantis/Old_Town'].map(zoneLabel)).toEqual([
    'UTC',
    'Etc/GMT+12',
    'Atlantis/Old Town',
  ])
})
