/** Attributes whose names have capitals on SVG elements: "adjust SVG attributes". */
export const SVG_ATTRIBUTES = [
  ...["attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits"],
  ...["diffuseConstant", "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits"],
  ...["kernelMatrix", "kernelUnitLength", "keyPoints", "keySplines", "keyTimes", "lengthAdjust"],
  ...["limitingConeAngle", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits", "maskUnits"],
  ...["numOctaves", "pathLength", "patternContentUnits", "patternTransform", "patternUnits", "pointsAtX"],
  ...["pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "refX", "refY"],
  ...["repeatCount", "repeatDur", "requiredExtensions", "requiredFeatures", "specularConstant"],
  ...["specularExponent", "spreadMethod", "startOffset", "stdDeviation", "stitchTiles", "surfaceScale"],
  ...["systemLanguage", "tableValues", "targetX", "targetY", "textLength", "viewBox", "viewTarget"],
  ...["xChannelSelector", "yChannelSelector", "zoomAndPan"],
];

/** Attributes with a namespace on any foreign element, and their local names: "adjust foreign attributes". */
export const NAMESPACED_ATTRIBUTES: readonly (readonly [string, string])[] = [
  ["xlink:actuate", "actuate"],
  ["xlink:arcrole", "arcrole"],
  ["xlink:href", "href"],
  ["xlink:role", "role"],
  ["xlink:show", "show"],
  ["xlink:title", "title"],
  ["xlink:type", "type"],
  ["xml:lang", "lang"],
  ["xml:space", "space"],
  ["xmlns:xlink", "xlink"],
];

/** The same on MathML elements: "adjust MathML attributes". */
export const MATH_ATTRIBUTES = ["definitionURL"];
