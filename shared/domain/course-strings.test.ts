import { expect, test } from 'vitest'
import { formatCourse, formatCrn, parseCourseId, parseCrn } from './course-strings.ts'

test('a course keeps its id through its string, whatever its name contains', () => {
  for (const subject of ['CS 201 Data Structures', '3-D Art', '-', '']) {
    expect(parseCourseId(formatCourse({ id: 17, subject }))).toBe(17)
  }
  expect(formatCourse({ id: 17, subject: 'CS 201 Data Structures' })).toBe('17-CS 201 Data Structures')
  expect(parseCourseId('17')).toBe(17)
})

test.each(['', 'CS 201', '-17', '17x-CS', '1.5', '9999999999'])('%j names no course', text => {
  expect(parseCourseId(text)).toBeNull()
})

test('a section keeps its CRN through its string', () => {
  expect(formatCrn({ crn: '10432', title: 'Data Structures I' })).toBe('10432-Data Structures I')
  expect(parseCrn('10432-Data Structures I')).toBe('10432')
  expect(parseCrn(' 10432 ')).toBe('10432')
  expect(parseCrn('a104b - Art')).toBe('A104B')
  expect(parseCrn('CRN 10432')).toBe('10432')
  expect(parseCrn('crn: #10432')).toBe('10432')
})

test.each(['', '-', 'Data Structures', '10', '1234567890123', '10%32'])('%j names no CRN', text => {
  expect(parseCrn(text)).toBeNull()
})
