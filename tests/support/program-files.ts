/** Files as other programs export them, each with all that they document; what they must become is written in the tests by hand. */

export const FUELIO = `"## Vehicle"
"Name","Description","DistUnit","FuelUnit","ConsumptionUnit","ImportCSVDateFormat","VIN","Insurance","Plate","Make","Model","Year","TankCount","Tank1Type","Tank2Type","Active"
"Octavia LPG","","0","0","0","yyyy-MM-dd","","","AA1234BB","Škoda","Octavia","2014","2","400","100","1"
"## Log"
"Data","Odo (km)","Fuel (litres)","Full","Price (optional)","l/100km (optional)","latitude (optional)","longitude (optional)","City (optional)","Notes (optional)","Missed","TankNumber","FuelType","VolumePrice","StationID (optional)","ExcludeDistance","UniqueId","TankCalc"
"2021-05-12 10:15","46020","37.9","1","1010.42","9.8","","",,"Перша
з двох рядків","0","1","401","26.66","0","0.0","3","0.0"
"2021-05-08","45633","40.1","0","1050.0","0","","","Київ","","1","2","110","","0","0.0","2","0.0"
"2021-02-31","45210","38.5","1","900","0","","",,"","0","1","400","","0","0.0","1","0.0"
"2021-05-01","-12","38.5","1","900","0","","",,"","0","1","400","","0","0.0","0","0.0"
"2021-04-30","45000","10","1","250","0","","",,"","0","1","216","","0","0.0","4","0.0"
"## CostCategories"
"CostTypeID","Name","priority","color"
"1","Service","0",""
"31","Insurance","0",""
"40","Автомийка","0",""
"## Costs"
"CostTitle","Date","Odo","CostTypeID","Notes","Cost","flag","idR","read","RemindOdo","RemindDate","isTemplate","RepeatOdo","RepeatMonths","isIncome","UniqueId"
"Заміна оливи","2021-04-01","45000","1","Castrol","1200.5","0","0","0","55000","2011-01-01","0","10000","12","0","10"
"Автоцивілка","2021-03-01","0","31","","3450","0","0","0","0","2011-01-01","0","0","0","0","11"
"","2021-03-02","44000","40","Повна","300","0","0","0","0","2011-01-01","0","0","0","0","12"
"ТО","2021-03-03","0","1","","0","0","0","0","0","2027-03-03","0","0","12","0","13"
"Повернення","2021-03-04","0","31","","50","0","0","0","0","2011-01-01","0","0","0","1","14"
"## FavStations"
"Name","Latitude"
"ОККО","50.4"
`;

/** Without sections and quotes. */
export const FUELIO_LOG = `Data,Odo (mi),Fuel (us gallons),Full,Price (optional),mpg (us) (optional),City (optional),Notes (optional),Missed
2020-01-15,61500,10.5,1,31.40,28.1,Austin,,0
2020-01-02,61205,9.2,0,27.55,0,,,1
`;

const TANKS = ['"Fuel" 2,"Price" 2,"Total" 2,"Volume" 2,"Полный бак" 2', '"Fuel" 3,"Price" 3,"Total" 3,"Volume" 3,"Полный бак" 3'];
const NO_TANKS = ',,,,,,,,,';
export const DRIVVO = `##Refuelling
"Пробег","Дата","Топливо","Цена / л","Стоимость","Объём","Полный бак",${TANKS.join(',')},"Расход","Расстояние","a","b","c","d","АЗС","Водитель","Причина","Оплата","Заметка","Скидка"
"46020.0","2021-05-12 10:15:00","Бензин","26.66","1010.42","37.9","Да",${NO_TANKS},"6,414 л/100км","400","","","","","ОККО","","","","Трасса","0.0"
"45633.0","2021-05-08 9:05","Газ","","500.0","","Нет",${NO_TANKS},"","","","","","","","","","","","0.0"

##Expense
"Пробег","Дата","Стоимость","Тип расхода","Место","Водитель","Причина","Оплата","Заметка","Название","Скидка"
"0.0","2021-03-01 00:00:00","3450.0","Страхование","","","","","Полис","Автоцивилка","0.0"
"44000.0","2021-03-02 12:00:00","300.0","Мойка","Блеск","","","","","","0.0"

##Service
"Пробег","Дата","Стоимость","Тип обслуживания","Место","Водитель","Оплата","Заметка","Название","Скидка"
"45000.0","2021-04-01 10:00:00","1200.5","Замена масла","СТО","","","Castrol","","0.0"
"45000.0","2021-04-01 10:00:00","250.0","Масляный фильтр","СТО","","","","","0.0"
`;

export const LUBELOGGER_FUEL = `Date,Odometer,FuelConsumed,Cost,FuelEconomy,IsFillToFull,MissedFuelUp,Notes,Tags
8/17/2025,61500,10.5,31.4,28.1,True,False,,highway
8/2/2025,61205,9.2,27.55,0,False,True,"Rain, wind",
`;
export const LUBELOGGER_SERVICE = `Date,Description,Cost,Notes,Odometer,Tags
17.08.2025,Заміна оливи,"1 234,50 ₴",Castrol,61500,
02.08.2025,Гальма,"980,00 ₴",,0,brakes
`;
export const LUBELOGGER_ODOMETER = 'Date,InitialOdometer,Odometer,Notes,Tags\n8/17/2025,61000,61500,Trip,\n';
export const LUBELOGGER_TAX = 'Date,Description,Cost,Notes,Tags\n8/17/2025,Registration,$120.00,,\n';
export const LUBELOGGER_SUPPLY =
  'Date,PartNumber,PartSupplier,PartQuantity,Description,Notes,Cost,Tags\n8/17/2025,OC 90,AutoZone,2,Oil filter,,$18.40,\n';

export const FUELLY_FUEL = `car_name, model, l/100km,  odometer, km, litres, price, city_percentage, fuelup_date, date_added, tags, notes, missed_fuelup, partial_fuelup, latitude, longitude, brand
Octavia,Octavia,6.4,46020,400,37.9,26.66,55,2021-05-12,2021-05-12 10:15:00,,Highway,0,0,,,OKKO
Lanos,Lanos,8.1,90100,300,20,27,55,2021-05-13,2021-05-13 10:15:00,,,1,1,,,
`;
export const FUELLY_SERVICE = `car_name, model, odometer, price, service_date, date_added, tags, service_type, sub_service_types, notes, latitude, longitude
Octavia,Octavia,45000,1200.50,06/13/2021 0:00,2021-06-13,,Oil change,"1,2",Castrol,,
Octavia,Octavia,45500,,06/14/2021 0:00,2021-06-14,,Tire rotation,,,,
`;
export const FUELLY_APP = `Type,MPG,Date,Time,Vehicle,Odometer,Filled Up,Cost/Gallon,Gallons,Total Cost,Octane,Gas Brand,Location,Tags,Payment Type,Tire Pressure,Notes,Services
Gas,28.1,2021-05-12,10:15,Octavia,"46,020",Full,3.969,10.5,41.67,87,OKKO,Kyiv,,,,Trip,
Gas,,2021-05-13,9:05 AM,Octavia,"46,300",Partial,3.9,5,19.5,87,,,,,,,
Service,,2021-05-14,9:05 AM,Octavia,"46,310",,,,120,,,Garage,,,,,Oil change
`;
