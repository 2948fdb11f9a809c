/** Returns the value that the map has under the name; makes and keeps one where it has none. */
export function keep<Value>(map: Map<string, Value>, name: string, make: () => Value): Value {
  const value = map.get(name) ?? make();
  map.set(name, value);
  return value;
}
