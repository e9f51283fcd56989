import { expect, test } from 'vitest'
import { isListing } from './listing.ts'

test.each([
  'Index 50 $return, 47, 51 M MAXACTION exceeded runtime errors, 72 MAXNESTING exceeded runtime errors, 72 module events, 14 monitoring device I/O, 52 polling applications, 60',
  '1.1 Buffers . . . . . . . . 7 1.2 Titration . . . . . . 12 2.1 Indicators . . . . . 19 2.2 Strong acids . . . . 24 3 Problems . . . . . . . . 31',
])('%s is a listing', text => expect(isListing(text)).toBe(true))

test.each([
  'A rough guide is that an average standard deviation below 0.01 is very good. Values between 0.01 and 0.05 may do.',
  'Repeat after 1, 3, 7, 14, 30 and 60 days. Each time, close the book first. Say aloud what you remember. Then look.',
])('%s is not', text => expect(isListing(text)).toBe(false))
