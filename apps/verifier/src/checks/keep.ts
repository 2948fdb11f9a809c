/** What the map has under the name; made and kept where it has nothing. */
export function keep<Value>(map: Map<string, Value>, name: string, make: () => Value): Value {
  const value = map.get(name) ?? make();
  map.set(name, value);
  return value;
}
